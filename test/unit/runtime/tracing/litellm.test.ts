import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modelPrices } from '../../../../src/runtime/tracing/model-prices.ts';
import type { PricedUsage } from '../../../../src/runtime/tracing/price-spans.ts';

describe('litellm', () => {
  type ReferenceCall = PricedUsage & { readonly model: string; readonly cost: number };

  /** @source litellm 1.110.2, by test/fixtures/prices/litellm_costs.py */
  const { calls } = JSON.parse(readFileSync('test/fixtures/prices/litellm.json', 'utf8')) as {
    readonly calls: readonly ReferenceCall[];
  };

  /** A Friday, at an hour when DeepSeek is dear: litellm's price. */
  const PEAK = new Date('2026-11-27T02:00:00Z');

  /** Prices that the two lists have otherwise; that Gemini draws, but hears nothing, is ours. */
  const DISAGREE = (call: ReferenceCall) =>
    call.model === 'deepseek/deepseek-v4-flash' ||
    (call.model === 'gemini/gemini-2.5-flash-image' && (call.details?.input_audio_tokens ?? 0) > 0);

  /** What wf does not price, and says so. */
  const UNKNOWN = [
    /^google has no known price of the tier flex$/,
    /^the answer did not tell the price of a request of sonar/,
    /^the call did not report which tokens were (?:audio|images), which has a price of its own, of /,
  ];

  test.each(calls.filter((call) => !DISAGREE(call)))(
    'has the same cost of $model, or it is unknown: %j',
    async (call) => {
      const { cost: reference, ...usage } = call;
      const { cost, reason } = await modelPrices({ ...usage, requestedModel: usage.model }, PEAK);
      if (cost === null) expect(UNKNOWN.some((known) => known.test(reason ?? ''))).toBe(true);
      else expect(cost / reference).toBeCloseTo(1, 9);
    },
  );

  test('is compared with for nearly all of its calls', async () => {
    const costs = await Promise.all(calls.map((call) => modelPrices({ ...call, requestedModel: call.model }, PEAK)));
    expect(costs.filter(({ cost }) => cost !== null).length).toBeGreaterThan(210);
    expect(calls.filter(DISAGREE)).toHaveLength(4);
  });
});
