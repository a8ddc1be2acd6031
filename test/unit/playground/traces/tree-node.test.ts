import { expect, test } from 'vitest';
import { asNode, listNodes, metric, textOf } from '../../../../src/playground/traces/tree-node.ts';

test('nodes are listed whatever holds them', () => {
  const [a, b, c] = [{ node: 'a' }, { node: 'b' }, { node: 'c' }];
  expect(listNodes([a, b])).toEqual([a, b]);
  expect(listNodes({ first: a, others: [b, null, 'x', c] })).toEqual([a, b, c]);
  expect([null, undefined, 'abc', 7].map(listNodes)).toEqual([[], [], [], []]);
});

test.each([
  ['of the span and its parts, before its own', { acc: { costs: { total: 2 } }, unit: { costs: { total: 1 } } }, 2],
  ['of the span alone', { acc: {}, unit: { costs: { total: 1 } } }, 1],
  ['that is known to be unknown', { acc: { costs: { total: null } }, unit: { costs: { total: 1 } } }, null],
  ['that is no number', { acc: { costs: { total: '2' } } }, null],
  ['of another kind', { acc: { tokens: { total: 2 } } }, null],
  ['nowhere', null, null],
])('the figure %s is read', (_, metrics, figure) => {
  expect(metric({ metrics }, 'costs', 'total')).toBe(figure);
});

test('without a node there is no figure', () => {
  expect(metric(undefined, 'costs', 'total')).toBeNull();
});

test('what is no node and no text is empty', () => {
  expect([asNode({ a: 1 }), asNode(null), asNode('a')]).toEqual([{ a: 1 }, {}, {}]);
  expect([textOf('a'), textOf(7), textOf(undefined)]).toEqual(['a', '', '']);
});
