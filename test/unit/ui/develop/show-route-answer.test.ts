import { expect, test } from 'vitest';
import { showRouteAnswer } from '../../../../src/ui/develop/show-route-answer.ts';

const treeOf = (total: number | null, usage: object) => ({
  nodes: [{ metrics: { acc: { costs: { total }, usage: [usage] } } }],
});

test('text is shown as it is, anything else as indented JSON', () => {
  expect(showRouteAnswer({ data: 'a' })).toEqual({ text: 'a', remark: null, isForeign: true });
  expect(showRouteAnswer({ data: { a: 1 } })).toEqual({ text: '{\n  "a": 1\n}', remark: null, isForeign: true });
  expect(showRouteAnswer({})).toEqual({ text: 'null', remark: null, isForeign: true });
});

test('the remark says what the call cost, and what that came from', () => {
  const usage = {
    model: 'gpt-4o-mini',
    provider: 'openai',
    calls: 1,
    input_tokens: 1000,
    output_tokens: 100,
    cost: 0.00021,
  };
  expect(showRouteAnswer({ data: 'a', tree: treeOf(0.00021, usage) }).remark).toBe(
    'Cost: $0.00021. gpt-4o-mini (openai): 1000 in, 100 out',
  );
});

test('the remark says why a cost is unknown, without control characters', () => {
  const usage = {
    model: 'local\u001b[31m',
    calls: 2,
    input_tokens: 1,
    output_tokens: 1,
    cost: null,
    reason: 'no provider lists it',
  };
  expect(showRouteAnswer({ data: 'a', tree: treeOf(null, usage) }).remark).toBe(
    'Cost: unknown. local[31m, 2 calls: 1 in, 1 out; unknown: no provider lists it',
  );
});

test('a call of no model, and a tree of another kind, have no remark', () => {
  expect(showRouteAnswer({ data: 'a', tree: { nodes: [{ metrics: { acc: {} } }] } }).remark).toBeNull();
  expect(showRouteAnswer({ data: 'a', tree: { nodes: {} } }).remark).toBeNull();
});
