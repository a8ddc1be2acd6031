import { expect, test } from 'vitest';
import { toModelUses } from '../../../../src/runtime/tracing/model-uses.ts';
import type { SpanUsage } from '../../../../src/runtime/tracing/to-span-usage.ts';

const usage = (fields: Partial<SpanUsage> = {}): SpanUsage => ({
  model: 'small',
  input_tokens: 10,
  output_tokens: 5,
  cost: 0.1,
  ...fields,
});

test('no calls use no model', () => {
  expect(toModelUses([])).toEqual([]);
});

test('the calls of a model are added up, without what none of them has', () => {
  const cached = { cache_read_tokens: 1, cache_write_tokens: 4, reasoning_tokens: 2, cost: 0.2 };
  expect(toModelUses([usage(), usage(cached), usage({ model: 'large' })])).toStrictEqual([
    {
      model: 'small',
      calls: 2,
      input_tokens: 20,
      output_tokens: 10,
      cache_read_tokens: 1,
      cache_write_tokens: 4,
      reasoning_tokens: 2,
      cost: 0.3,
    },
    { model: 'large', calls: 1, input_tokens: 10, output_tokens: 5, cost: 0.1 },
  ]);
});

test('one unknown count or cost makes the sum unknown', () => {
  expect(toModelUses([usage(), usage({ input_tokens: null, output_tokens: null, cost: null })])).toStrictEqual([
    { model: 'small', calls: 2, input_tokens: null, output_tokens: null, cost: null },
  ]);
  const { cost: _, ...free } = usage();
  expect(toModelUses([free, usage()])[0]?.cost).toBeNull();
});

test.each<Partial<SpanUsage>>([
  { model: 'large' },
  { provider: 'azure' },
  { batch: true },
  { service_tier: 'flex' },
  { reason: 'no price is known' },
])('a call with %o is counted apart', (fields) => {
  const one = { model: 'small', calls: 1, input_tokens: 10, output_tokens: 5, cost: 0.1 };
  expect(toModelUses([usage(), usage(fields)])).toStrictEqual([one, { ...one, ...fields }]);
});

test('a call outside a batch says nothing of batches', () => {
  expect(toModelUses([usage({ batch: false })])[0]).not.toHaveProperty('batch');
});
