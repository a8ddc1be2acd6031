import { expect, test } from 'vitest';
import { readFigures } from '../../../../src/playground/traces/call-figures.ts';

const figuresOf = (...nodes: readonly object[]) => readFigures({ version: '3.0', data: null, tree: { nodes } });

test('the figures of a call are those of its first span', () => {
  const use = { model: 'm', calls: 1, input_tokens: 3, output_tokens: 4, cost: null, reason: 'no provider lists it' };
  const acc = {
    costs: { total: 0.25 },
    tokens: { total: 7, prompt: 3, completion: 4 },
    duration: { total: 1500 },
    usage: [use],
  };
  expect(figuresOf({ metrics: { acc } }, { metrics: { acc: { costs: { total: 9 } } } })).toEqual({
    cost: 0.25,
    tokens: { total: 7, prompt: 3, completion: 4 },
    seconds: 1.5,
    costFrom: 'm: 3 in, 4 out; unknown: no provider lists it',
  });
});

test('what a span leaves out is unknown', () => {
  expect(figuresOf({ metrics: { acc: { tokens: { total: 7 }, usage: 'many' } } })).toEqual({
    cost: null,
    tokens: { total: 7, prompt: null, completion: null },
    seconds: null,
    costFrom: '',
  });
  expect(figuresOf({ metrics: { acc: { tokens: { prompt: 3 } } } }).tokens).toBeNull();
});
