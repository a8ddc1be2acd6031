import { describe, expect, test } from 'vitest';
import { recordedUsage } from '../../../../src/runtime/tracing/recorded-usage.ts';
import type { Usage } from '../../../../src/sdk/context/usage.ts';

const USAGE = { model: 'gpt-4o-mini', provider: 'openai', input_tokens: 12, output_tokens: 3 };

test('counts are read as the provider counts them', () => {
  expect(recordedUsage(USAGE)).toEqual(USAGE);
  expect(recordedUsage({ ...USAGE, cache_read_tokens: 8, input_includes_cache: false })).toEqual({
    ...USAGE,
    input_tokens: 20,
    cache_read_tokens: 8,
  });
});

describe('a count that is no number makes the tokens unknown', () => {
  const unknown = { model: 'gpt-4o-mini', provider: 'openai', input_tokens: null, output_tokens: null };
  // As plain JavaScript gives it where an answer has no usage.
  const missing = undefined as unknown as number;

  test.each([
    [{ input_tokens: -1 }, 'input_tokens: -1'],
    [{ input_tokens: missing }, 'input_tokens: undefined'],
    [{ output_tokens: Number.NaN }, 'output_tokens: NaN'],
    [{ output_tokens: Number.POSITIVE_INFINITY }, 'output_tokens: Infinity'],
    [{ input_tokens: '12' as unknown as number }, 'input_tokens: 12'],
    [{ cache_read_tokens: -1 }, 'cache_read_tokens: -1'],
    [{ cache_write_tokens: Number.NaN }, 'cache_write_tokens: NaN'],
    [{ cache_write_1h_tokens: -2 }, 'cache_write_1h_tokens: -2'],
    [{ reasoning_tokens: -3 }, 'reasoning_tokens: -3'],
    [{ cost: -0.1 }, 'cost: -0.1'],
    [{ cost: null, input_tokens: -1 }, 'input_tokens: -1'],
  ])('%j', (change: Partial<Usage>, given) => {
    expect(recordedUsage({ ...USAGE, ...change })).toEqual({
      ...unknown,
      cost: null,
      reason: `recordUsage was given ${given}`,
    });
  });

  test.each([0, 0.5])('and a cost of %d that the handler knows stays', (cost) => {
    expect(recordedUsage({ ...USAGE, input_tokens: missing, cost })).toEqual({ ...unknown, cost });
  });

  test('also without a provider', () => {
    expect(recordedUsage({ model: 'gpt-4o-mini', input_tokens: 1, output_tokens: -1 })).toEqual({
      model: 'gpt-4o-mini',
      input_tokens: null,
      output_tokens: null,
      cost: null,
      reason: 'recordUsage was given output_tokens: -1',
    });
  });
});
