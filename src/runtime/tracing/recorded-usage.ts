import type { Usage } from '../../sdk/context/usage.ts';
import { type SpanUsage, toSpanUsage } from './to-span-usage.ts';

/**
 * Converts usage that a handler recorded. A count that is no number, as where a provider answered without its usage, makes
 * the cost unknown and does not fail the call: its output is worth more than its price.
 */
export function recordedUsage({ input_includes_cache: isCacheIncluded, ...usage }: Usage): SpanUsage {
  const wrong = [
    ...REQUIRED.filter((name) => !isCount(usage[name])),
    ...OPTIONAL.filter((name) => isWrong(usage[name])),
  ];
  const [first] = wrong;
  if (first === undefined) return toSpanUsage({ ...usage, isCacheIncluded });
  const { model, provider, cost } = usage;
  const isCostKnown = cost !== undefined && cost !== null && isCount(cost);
  return {
    model,
    ...(provider === undefined ? {} : { provider }),
    input_tokens: null,
    output_tokens: null,
    cost: isCostKnown ? cost : null,
    ...(isCostKnown ? {} : { reason: `recordUsage was given ${first}: ${String(usage[first])}` }),
  };
}

const REQUIRED = ['input_tokens', 'output_tokens'] as const;
const OPTIONAL = [
  'cache_read_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'reasoning_tokens',
  'cost',
] as const;

function isWrong(value: number | null | undefined): boolean {
  return value !== undefined && value !== null && !isCount(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
