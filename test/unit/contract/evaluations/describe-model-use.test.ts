import { expect, test } from 'vitest';
import { describeUse } from '../../../../src/contract/evaluations/describe-model-use.ts';

test('a cost shows what it came from', () => {
  const mini = { model: 'gpt-4o-mini', provider: 'openai', calls: 1, input_tokens: 120, output_tokens: 48, cost: 0.1 };
  const parts = {
    cache_read_tokens: 80,
    cache_write_tokens: 7,
    reasoning_tokens: 9,
    batch: true,
    service_tier: 'flex',
  };
  expect(describeUse([mini])).toBe('gpt-4o-mini (openai): 120 in, 48 out');
  expect(
    describeUse([
      { ...mini, ...parts, calls: 2 },
      { ...mini, provider: null, cost: null, reason: 'no price' },
    ]),
  ).toBe(
    'gpt-4o-mini (openai), 2 calls, batch, flex: 120 in (80 cached, 7 written to the cache), 48 out (9 reasoning); ' +
      'gpt-4o-mini: 120 in, 48 out; unknown: no price',
  );
  const none = { cache_read_tokens: 0, cache_write_tokens: 1, reasoning_tokens: 0, batch: false, service_tier: null };
  expect(describeUse([{ ...mini, ...none }])).toBe('gpt-4o-mini (openai): 120 in (1 written to the cache), 48 out');
  expect(describeUse([{ ...mini, reasoning_tokens: 1 }])).toBe('gpt-4o-mini (openai): 120 in, 48 out (1 reasoning)');
  expect(describeUse([{ ...mini, output_tokens: null }])).toBe('gpt-4o-mini (openai): tokens not reported');
  const silent = {
    ...mini,
    input_tokens: null,
    output_tokens: null,
    cost: null,
    reason: 'the call reported no tokens',
  };
  expect(describeUse([silent])).toBe('gpt-4o-mini (openai): tokens not reported; unknown: the call reported no tokens');
});
