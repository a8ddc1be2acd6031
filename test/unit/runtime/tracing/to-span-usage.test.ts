import { expect, test } from 'vitest';
import { toSpanUsage } from '../../../../src/runtime/tracing/to-span-usage.ts';

const usage = { model: 'm', input_tokens: 10, output_tokens: 5 };

test('cached tokens that cannot be part of the input are added to it', () => {
  expect(toSpanUsage({ ...usage, cache_read_tokens: 5000, cache_write_tokens: 7 })).toEqual({
    ...usage,
    input_tokens: 5017,
    cache_read_tokens: 5000,
    cache_write_tokens: 7,
  });
});

test('counts without cache and reasoning stay as they are', () => {
  const none = { model: 'm', input_tokens: 0, output_tokens: 0 };
  expect(toSpanUsage(none)).toStrictEqual(none);
  expect(toSpanUsage({ ...none, total_tokens: 0, isCacheIncluded: false })).toStrictEqual(none);
  expect(toSpanUsage({ ...usage, total_tokens: 15 })).toStrictEqual(usage);
});

test('the total shows how cached tokens are counted', () => {
  const cached = { ...usage, cache_read_tokens: 4 };
  expect(toSpanUsage({ ...cached, total_tokens: 19 }).input_tokens).toBe(14);
  expect(toSpanUsage({ ...cached, total_tokens: 15 }).input_tokens).toBe(10);
  expect(toSpanUsage(cached).input_tokens).toBe(10);
  expect(toSpanUsage({ ...cached, cache_read_tokens: 10 }).input_tokens).toBe(10);
});

test('the caller may say how input is counted', () => {
  const cached = { ...usage, cache_read_tokens: 4 };
  expect(toSpanUsage({ ...cached, isCacheIncluded: false }).input_tokens).toBe(14);
  expect(toSpanUsage({ ...cached, isCacheIncluded: true }).input_tokens).toBe(10);
  expect(toSpanUsage({ ...cached, cache_read_tokens: 11, isCacheIncluded: true }).input_tokens).toBe(21);
});

test('tokens cached for an hour are part of those written', () => {
  expect(toSpanUsage({ ...usage, cache_write_1h_tokens: 6 })).toMatchObject({
    cache_write_tokens: 6,
    input_tokens: 10,
  });
});

test('reasoning is output as well', () => {
  expect(toSpanUsage({ ...usage, reasoning_tokens: 7 }).output_tokens).toBe(12);
  expect(toSpanUsage({ ...usage, reasoning_tokens: 3 }).output_tokens).toBe(5);
  expect(toSpanUsage({ ...usage, reasoning_tokens: 5 }).output_tokens).toBe(5);
  expect(toSpanUsage({ ...usage, reasoning_tokens: 3, total_tokens: 15 }).output_tokens).toBe(5);
  expect(toSpanUsage({ ...usage, reasoning_tokens: 3, total_tokens: 18 }).output_tokens).toBe(8);
});

test('unknown counts stay unknown', () => {
  const unknown = { model: 'm', input_tokens: null, output_tokens: null };
  expect(toSpanUsage(unknown)).toEqual(unknown);
});
