import type { RouteAnswer } from '../../../contract/deployments/route-schema.ts';
import type { ValidationErrorItem } from '../../../contract/validation/validation-error.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { countText, formatSeconds } from '../../text/format-figures.ts';

export type Outcome =
  | { readonly state: 'running'; readonly items: readonly unknown[] }
  | { readonly state: 'done'; readonly answer: RouteAnswer; readonly seconds: number }
  | { readonly state: 'cancelled'; readonly items: readonly unknown[] }
  | {
      readonly state: 'failed';
      /** `null` without a response. */
      readonly status: number | null;
      readonly message: string;
      readonly stack: readonly string[];
      readonly violations: readonly ValidationErrorItem[];
      /** What the call used until it failed; `null`: unknown. */
      readonly tree: Parameters | null;
      readonly sent: { readonly config: Parameters; readonly inputs: Parameters };
      readonly items: readonly unknown[];
    };

/** Joins streamed items into one value: texts are concatenated, other items become a list. */
export function joinItems(items: readonly unknown[]): unknown {
  if (items.length === 0) return null;
  return items.every((item) => typeof item === 'string') ? items.join('') : items;
}

/** Formats the answer so far for copying; `null` when there is none. */
export function answerText(outcome: Outcome | undefined): string | null {
  if (outcome === undefined || (outcome.state !== 'done' && outcome.items.length === 0)) return null;
  const value = outcome.state === 'done' ? outcome.answer.data : joinItems(outcome.items);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/**
 * Lists the violations of a run by field, for the configuration or the inputs.
 *
 * @param now - current values: a field that changed since has no violation
 */
export function violationsOf(
  outcome: Outcome | undefined,
  part: 'config' | 'inputs',
  now: Parameters,
): Readonly<Record<string, string>> {
  if (outcome?.state !== 'failed') return {};
  const sent = outcome.sent[part];
  const found = outcome.violations.flatMap((violation) => {
    const { isConfig, field, message } = readViolation(violation);
    return isConfig === (part === 'config') ? [[field, message] as const] : [];
  });
  return Object.fromEntries(found.filter(([field]) => JSON.stringify(sent[field]) === JSON.stringify(now[field])));
}

function readViolation({ loc, msg }: ValidationErrorItem) {
  const [first, ...rest] = loc.filter((step) => step !== 'body');
  const isConfig = first === 'ag_config' || first === 'config';
  const [field, ...below] = isConfig ? rest : [first ?? '', ...rest];
  return { isConfig, field: String(field ?? ''), message: below.length === 0 ? msg : `${below.join('.')}: ${msg}` };
}

/** How calls ended. The rest was cancelled. */
export interface Ended {
  readonly asked: number;
  readonly done: number;
  readonly failed: number;
  readonly seconds: number;
}

/**
 * Says how calls ended: "2 of 3 rows answered in 1.20 s, 1 failed".
 *
 * @param what - what was asked, in the singular
 */
export function sayEnd(what: string, { asked, done, failed, seconds }: Ended): string {
  const cancelled = asked - done - failed;
  return [
    `${done.toLocaleString('en')} of ${countText(asked, what)} answered in ${formatSeconds(seconds)}`,
    ...(failed === 0 ? [] : [`${failed.toLocaleString('en')} failed`]),
    ...(cancelled === 0 ? [] : [`${cancelled.toLocaleString('en')} cancelled`]),
  ].join(', ');
}
