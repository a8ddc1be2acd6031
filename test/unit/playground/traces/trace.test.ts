import { expect, test } from 'vitest';
import type { RouteAnswer } from '../../../../src/contract/deployments/route-answer.ts';
import { readFigures } from '../../../../src/playground/traces/call-figures.ts';
import { readSpans } from '../../../../src/playground/traces/trace.ts';

function answer(tree: RouteAnswer['tree']): RouteAnswer {
  return { version: '3.0', data: null, tree };
}

const TREE = {
  version: '1.0.0',
  nodes: [
    {
      node: { id: 'a', name: 'summarise', type: 'workflow' },
      time: { start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T12:00:01.500Z' },
      metrics: {
        acc: { duration: { total: 1500 }, costs: { total: 0.02 }, tokens: { prompt: 3, completion: 4, total: 7 } },
      },
      nodes: {
        once: {
          node: { id: 'b', name: 'once', type: 'completion' },
          time: { start: '2026-11-20T12:00:00.500Z', end: '2026-11-20T12:00:01.000Z' },
          status: { code: 'ERROR' },
          metrics: { unit: { costs: { total: null }, tokens: { total: 7 } } },
        },
        twice: [{ node: { id: 'c', name: 'twice' } }, { node: { id: 'd', name: 'twice' } }],
        recorded: {
          node: { id: 'e', name: 'recorded' },
          time: { start: '2026-11-20T12:00:01.000Z', end: '2026-11-20T12:00:01.000Z' },
          metrics: { acc: { duration: { total: null }, costs: { total: 0.01 } } },
        },
      },
    },
  ],
};

test('a tree becomes spans with their times since the start of the call', () => {
  const [root] = readSpans(answer(TREE));
  expect(root).toMatchObject({
    name: 'summarise',
    type: 'workflow',
    startMs: 0,
    durationMs: 1500,
    cost: 0.02,
    tokens: 7,
    isFailed: false,
  });
  expect(
    root?.children.map(({ id, startMs, durationMs, isFailed, cost }) => [id, startMs, durationMs, isFailed, cost]),
  ).toEqual([
    ['b', 500, 500, true, null],
    ['c', null, null, false, null],
    ['d', null, null, false, null],
    ['e', 1000, null, false, 0.01],
  ]);
});

test('figures are those of the whole call', () => {
  expect(readFigures(answer(TREE))).toEqual({
    cost: 0.02,
    costFrom: '',
    seconds: 1.5,
    tokens: { total: 7, prompt: 3, completion: 4 },
  });
});

test.each([null, undefined, {}, { nodes: [] }, { nodes: 'x' }, { nodes: [null, 1] }])(
  'without spans, all figures are unknown: %j',
  (tree) => {
    expect(readSpans(answer(tree))).toEqual([]);
    expect(readFigures(answer(tree))).toEqual({ cost: null, seconds: null, tokens: null, costFrom: '' });
  },
);

test('figures say what the cost came from, or why it is unknown', () => {
  const use = { model: 'm', calls: 1, input_tokens: 3, output_tokens: 4, cost: null, reason: 'no provider lists it' };
  const tree = { nodes: [{ metrics: { acc: { costs: { total: null }, usage: [use] } } }] };
  expect(readFigures(answer(tree)).costFrom).toBe('m: 3 in, 4 out; unknown: no provider lists it');
});

test('spans without a name or one of the times are shown, and the earliest is the start of the call', () => {
  const time = (start: string, end: string) => ({ start: `2026-11-20T12:00:0${start}Z`, end });
  const attributes = { 'gen_ai.input.messages': [{ content: 'Hi' }] };
  const spans = readSpans(
    answer({
      nodes: [
        { node: {}, time: time('2', '2026-11-20T12:00:04Z'), otel: { attributes } },
        { node: { name: 'early' }, time: time('1', 'never') },
      ],
    }),
  );
  expect(spans.map(({ name, startMs, durationMs, messages }) => [name, startMs, durationMs, messages.length])).toEqual([
    ['span', 1000, 2000, 1],
    ['early', 0, null, 0],
  ]);
});
