import { currentRoutingContext } from './routing-context.ts';
import type { Usage } from './usage.ts';

/**
 * Records the tokens of one model call for the current route call. Outside a route call it does nothing, so that the
 * same code runs in tests and scripts. It never throws: a count that is negative or not a number makes the cost of the call
 * unknown, with that reason.
 *
 * @param usage - model, number of input and output tokens (0 or more), those cached, and cost in USD (0 or more) if known
 * @source design §3
 * @example
 * ```ts
 * import { recordUsage } from 'wfkit';
 *
 * recordUsage({ model: 'gpt-6-luna', input_tokens: 120, output_tokens: 48 });
 * ```
 */
export function recordUsage(usage: Usage): void {
  currentRoutingContext()?.recordUsage?.({ ...usage });
}
