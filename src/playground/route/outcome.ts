import type { RouteAnswer } from '../../contract/records/route-answer.ts';
import type { ValidationErrorItem } from '../../contract/records/validation-error.ts';

/** What became of a run. */
export type Outcome =
  | { readonly state: 'running'; readonly items: readonly unknown[] }
  | { readonly state: 'done'; readonly answer: RouteAnswer; readonly seconds: number }
  | { readonly state: 'cancelled'; readonly items: readonly unknown[] }
  | {
      readonly state: 'failed';
      /** `null` when no answer came. */
      readonly status: number | null;
      readonly message: string;
      readonly stack: readonly string[];
      readonly violations: readonly ValidationErrorItem[];
      /** What was streamed before. */
      readonly items: readonly unknown[];
    };

/** What a stream brought so far, as one value: texts follow each other, other items are a list. */
export function joinItems(items: readonly unknown[]): unknown {
  if (items.length === 0) return null;
  return items.every((item) => typeof item === 'string') ? items.join('') : items;
}

/** The violations of a run by field, apart for the configuration and the inputs. */
export function violationsOf(
  outcome: Outcome | undefined,
  part: 'config' | 'inputs',
): Readonly<Record<string, string>> {
  if (outcome?.state !== 'failed') return {};
  return Object.fromEntries(
    outcome.violations.flatMap(({ loc, msg }) => {
      const [first, ...rest] = loc.filter((step) => step !== 'body');
      const isConfig = first === 'ag_config' || first === 'config';
      const path = isConfig ? rest : [first ?? '', ...rest];
      if (isConfig !== (part === 'config')) return [];
      return [[String(path[0] ?? ''), path.length > 1 ? `${path.slice(1).join('.')}: ${msg}` : msg]];
    }),
  );
}
