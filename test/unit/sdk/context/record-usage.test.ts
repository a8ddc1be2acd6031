import { expect, test } from 'vitest';
import { recordUsage } from '../../../../src/sdk/context/record-usage.ts';
import { routingContextManager, routingStorage } from '../../../../src/sdk/context/routing-context.ts';
import type { Usage } from '../../../../src/sdk/context/usage.ts';

const usage = { model: 'gpt-4o-mini', input_tokens: 12, output_tokens: 3 };

test('records usage for its call, even below another routing context', () => {
  const noted: Usage[] = [];
  routingStorage().run({ recordUsage: (each) => noted.push(each) }, () => {
    recordUsage(usage);
    routingContextManager({ config: {} }, () => recordUsage({ ...usage, cost: 0.5 }));
  });
  expect(noted).toEqual([usage, { ...usage, cost: 0.5 }]);
});

test('outside a call it does nothing', () => {
  expect(() => recordUsage(usage)).not.toThrow();
});

test.each([
  { ...usage, input_tokens: -1 },
  { ...usage, output_tokens: Number.NaN },
  { ...usage, cost: -0.1 },
])('leaves %j to the trace: a count must not fail the call that it is about', (wrong) => {
  const noted: Usage[] = [];
  routingStorage().run({ recordUsage: (each) => noted.push(each) }, () => recordUsage(wrong));
  expect(noted).toEqual([wrong]);
});

test('an unknown cost is allowed', () => {
  expect(() => recordUsage({ ...usage, cost: null })).not.toThrow();
});
