import type { RouteAnswer } from '../../../contract/deployments/route-answer.ts';
import type { ValidationErrorItem } from '../../../contract/validation/validation-error.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';

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
      /** What was refused. */
      readonly sent: { readonly config: Parameters; readonly inputs: Parameters };
      /** What was streamed before. */
      readonly items: readonly unknown[];
    };

/** What a stream brought so far, as one value: texts follow each other, other items are a list. */
export function joinItems(items: readonly unknown[]): unknown {
  if (items.length === 0) return null;
  return items.every((item) => typeof item === 'string') ? items.join('') : items;
}

/** What a run gave so far, as a person would copy it; `null` before there is anything. */
export function answerText(outcome: Outcome | undefined): string | null {
  if (outcome === undefined || (outcome.state !== 'done' && outcome.items.length === 0)) return null;
  const value = outcome.state === 'done' ? outcome.answer.data : joinItems(outcome.items);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/**
 * The violations of a run by field, apart for the configuration and the inputs.
 *
 * @param now - what stands in the fields by now: what was changed since is refused no more
 */
export function violationsOf(
  outcome: Outcome | undefined,
  part: 'config' | 'inputs',
  now: Parameters,
): Readonly<Record<string, string>> {
  if (outcome?.state !== 'failed') return {};
  const sent = outcome.sent[part];
  const found = outcome.violations.flatMap((violation) => {
    const { isConfig, field, words } = readViolation(violation);
    return isConfig === (part === 'config') ? [[field, words] as const] : [];
  });
  return Object.fromEntries(found.filter(([field]) => JSON.stringify(sent[field]) === JSON.stringify(now[field])));
}

function readViolation({ loc, msg }: ValidationErrorItem) {
  const [first, ...rest] = loc.filter((step) => step !== 'body');
  const isConfig = first === 'ag_config' || first === 'config';
  const [field, ...below] = isConfig ? rest : [first ?? '', ...rest];
  return { isConfig, field: String(field ?? ''), words: below.length === 0 ? msg : `${below.join('.')}: ${msg}` };
}
