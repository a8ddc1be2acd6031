import type { ModelUse } from '../../contract/evaluations/result.ts';
import { sumOf, sumOrNull } from '../../foundation/numbers.ts';
import type { SpanUsage } from './to-span-usage.ts';

/** Adds up the calls of each model, so that the cost of a call shows what it came from. */
export function toModelUses(usages: readonly SpanUsage[]): ModelUse[] {
  return [...Map.groupBy(usages, keyOf).values()].map(toUse);
}

/** Calls that cost alike: the same model of the same provider, priced in the same way. */
function keyOf({ model, provider, batch, service_tier, reason }: SpanUsage): string {
  return JSON.stringify([model, provider, batch, service_tier, reason]);
}

function toUse(usages: readonly SpanUsage[]): ModelUse {
  const [{ model, provider, batch, service_tier, reason } = { model: '' }] = usages;
  const optional = {
    cache_read_tokens: sumOf(usages, ({ cache_read_tokens }) => cache_read_tokens ?? 0),
    cache_write_tokens: sumOf(usages, ({ cache_write_tokens }) => cache_write_tokens ?? 0),
    reasoning_tokens: sumOf(usages, ({ reasoning_tokens }) => reasoning_tokens ?? 0),
  };
  return {
    model,
    ...(provider === undefined ? {} : { provider }),
    calls: usages.length,
    input_tokens: total(usages.map(({ input_tokens }) => input_tokens)),
    output_tokens: total(usages.map(({ output_tokens }) => output_tokens)),
    ...Object.fromEntries(Object.entries(optional).filter(([, count]) => count > 0)),
    ...(batch === true ? { batch } : {}),
    ...(service_tier === undefined ? {} : { service_tier }),
    cost: total(usages.map(({ cost }) => cost ?? null)),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** One unknown part makes the sum unknown. */
function total(values: readonly (number | null)[]): number | null {
  const sum = sumOrNull(values);
  return sum === null ? null : Number(sum.toFixed(12));
}
