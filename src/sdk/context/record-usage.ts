import { UserError } from '../../errors/wf-error.ts';
import { currentRoutingContext } from './routing-context.ts';
import type { Usage } from './usage.ts';

/**
 * Records the tokens of one model call for the current route call. Outside a route call it does nothing, so code
 * that records usage runs in tests and scripts as it is.
 *
 * @param usage - model, tokens in and out, and the cost in USD if you know it
 * @throws {WF_INVALID_INPUT} when a count or the cost is negative or not a number
 * @source design §3
 * @example
 * ```ts
 * import { recordUsage } from 'wfkit';
 *
 * recordUsage({ model: 'gpt-4o-mini', input_tokens: 120, output_tokens: 48 });
 * ```
 */
export function recordUsage(usage: Usage): void {
  requireCount('input_tokens', usage.input_tokens);
  requireCount('output_tokens', usage.output_tokens);
  if (usage.cost !== undefined && usage.cost !== null) requireCount('cost', usage.cost);
  currentRoutingContext()?.recordUsage?.({ ...usage });
}

function requireCount(name: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `recordUsage(): ${name} is ${String(value)}, and a number of at least 0 was expected.`,
  });
}
