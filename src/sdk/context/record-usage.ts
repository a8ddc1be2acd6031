import { UserError } from '../../errors/wf-error.ts';
import { currentRoutingContext } from './routing-context.ts';
import type { Usage } from './usage.ts';

/**
 * Records the tokens of one model call for the current route call. Outside a route call it does nothing, so that the
 * same code runs in tests and scripts.
 *
 * @param usage - model, number of input and output tokens (0 or more), those cached, and cost in USD (0 or more) if known
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
  for (const name of OPTIONAL) {
    const value = usage[name];
    if (value !== undefined && value !== null) requireCount(name, value);
  }
  currentRoutingContext()?.recordUsage?.({ ...usage });
}

const OPTIONAL = [
  'cache_read_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'reasoning_tokens',
  'cost',
] as const;

function requireCount(name: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `recordUsage(): ${name} is ${String(value)}; expected a number of at least 0.`,
  });
}
