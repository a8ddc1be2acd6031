import { expect, test } from 'vitest';
import type { RouteAnswer } from '../../../../src/contract/deployments/route-schema.ts';
import { AnswerTrace } from '../../../../src/playground/traces/answer-trace.tsx';
import { readFigures } from '../../../../src/playground/traces/call-figures.ts';
import { readSpans } from '../../../../src/playground/traces/trace.ts';
import { drawScreen } from '../../../helpers/page/screen.ts';

const answer = (tree: RouteAnswer['tree']): RouteAnswer => ({ version: '3.0', data: null, tree });

const second = (seconds: number) => `2026-11-20T12:00:0${seconds.toFixed(3)}Z`;

const TREE = {
  version: '1.0.0',
  nodes: [
    {
      node: { id: 'a', name: 'summarise', type: 'workflow' },
      time: { start: second(0), end: second(1.5) },
      metrics: {
        acc: { duration: { total: 1500 }, costs: { total: 0.02 }, tokens: { prompt: 3, completion: 4, total: 7 } },
      },
      nodes: {
        once: {
          node: { id: 'b', name: 'once', type: 'completion' },
          time: { start: second(0.5), end: second(1) },
          status: { code: 'ERROR' },
          metrics: { unit: { costs: { total: null }, tokens: { total: 7 } } },
        },
        twice: [{ node: { id: 'c', name: 'twice' } }, { node: { id: 'd', name: 'twice' } }],
        recorded: {
          node: { id: 'e', name: 'recorded' },
          time: { start: second(1), end: second(1) },
          metrics: { acc: { duration: { total: null }, costs: { total: 0.01 } } },
        },
      },
    },
  ],
};

test('a tree becomes spans with their times since the start of the call', () => {
  const [root] = readSpans(answer(TREE));
  const figuresOf = (span = root) => [span?.id, span?.startMs, span?.durationMs, span?.cost, span?.tokens];
  expect(figuresOf()).toEqual(['a', 0, 1500, 0.02, 7]);
  expect(root?.children.map(figuresOf)).toEqual([
    ['b', 500, 500, null, 7],
    ['c', null, null, null, null],
    ['d', null, null, null, null],
    ['e', 1000, null, 0.01, null],
  ]);
  expect(root?.children.map(({ isFailed }) => isFailed)).toEqual([true, false, false, false]);
});

test('spans without a name or one of the times are read, and the earliest is the start of the call', () => {
  const spans = readSpans(
    answer({
      nodes: [
        { node: {}, time: { start: second(2), end: second(4) } },
        { node: { name: 'early' }, time: { start: second(1), end: 'never' } },
      ],
    }),
  );
  expect(spans.map(({ name, startMs, durationMs }) => [name, startMs, durationMs])).toEqual([
    ['span', 1000, 2000],
    ['early', 0, null],
  ]);
});

const UNKNOWN = { cost: null, seconds: null, tokens: null, costFrom: '' };
const USE = { model: 'm', calls: 1, input_tokens: 3, output_tokens: 4, cost: null, reason: 'no provider lists it' };
const acc = (metrics: object) => [{ metrics: { acc: metrics } }];

test.each([
  ['of the first span', TREE.nodes, { cost: 0.02, seconds: 1.5, tokens: { total: 7, prompt: 3, completion: 4 } }],
  ['of a span alone', [{ metrics: { acc: {}, unit: { costs: { total: 1 } } } }], { cost: 1 }],
  [
    'of a span and its parts',
    [{ metrics: { acc: { costs: { total: 2 } }, unit: { costs: { total: 1 } } } }],
    { cost: 2 },
  ],
  [
    'that are known to be unknown',
    [{ metrics: { acc: { costs: { total: null } }, unit: { costs: { total: 1 } } } }],
    {},
  ],
  ['that are no numbers', acc({ costs: { total: '2' }, usage: 'many' }), {}],
  ['without a total', acc({ tokens: { prompt: 3 } }), {}],
  ['of a total alone', acc({ tokens: { total: 7 } }), { tokens: { total: 7, prompt: null, completion: null } }],
  ['with their models', acc({ usage: [USE] }), { costFrom: 'm: 3 in, 4 out; unknown: no provider lists it' }],
])('the figures %s are those of the call', (_, nodes, figures) => {
  expect(readFigures(answer({ nodes }))).toEqual({ ...UNKNOWN, ...figures });
});

test.each([null, undefined, {}, { nodes: [] }, { nodes: 'x' }, { nodes: [null, 1] }])(
  'without spans, nothing is known: %j',
  (tree) => {
    expect([readSpans(answer(tree)), readFigures(answer(tree))]).toEqual([[], UNKNOWN]);
  },
);

/** Draws a trace: each line of text, and where the bars of its spans are. */
async function draw(...nodes: readonly object[]) {
  await using shown = await drawScreen(<AnswerTrace answer={answer({ nodes })} />);
  const bars = shown.root.all.flatMap(({ props: { style } }) => (style === undefined ? [] : [style]));
  return { lines: shown.text.split('\n'), bars };
}

const bar = (start: number, width: number) => ({ marginInlineStart: `${start}%`, inlineSize: `${width}%` });
const timed = (start: number, end: number, more: object = {}) => ({
  node: { id: `${start}-${end}` },
  time: { start: second(start), end: second(end) },
  ...more,
});

test.each<[string, object[], object[]]>([
  ['a part', [timed(0, 2, { nodes: [timed(0.5, 1)] })], [bar(0, 100), bar(25, 25)]],
  ['a short end', [timed(0, 1), timed(1, 1)], [bar(0, 100), bar(99.5, 0.5)]],
  ['one millisecond', [timed(0, 0.001)], [bar(0, 100)]],
  ['a part that began before the call', [timed(1, 2, { nodes: [timed(0.5, 3)] })], [bar(0, 50), bar(-25, 100)]],
])('the bars of a call with %s share a time scale, and stay visible', async (_, nodes, bars) => {
  expect((await draw(...nodes)).bars).toEqual(bars);
});

test('a span says its figures, whether it failed, and what a model and its tools said', async () => {
  const attributes = {
    'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: 'Find it' }] }],
    'gen_ai.output.messages': [
      {
        parts: ['Yes', { type: 'tool_call', name: 'search', arguments: '{"q":"<b>"}' }],
        finish_reason: 'tool_call',
      },
    ],
  };
  const { lines } = await draw({
    ...TREE.nodes[0],
    nodes: [{ ...TREE.nodes[0]?.nodes.once, otel: { attributes } }, {}],
  });
  expect(lines).toEqual([
    'summariseworkflow1.50 s · 7 tokens · $0.020',
    'oncecompletionfailed 500 ms · 7 tokens',
    '2 messages',
    'user',
    'Find it',
    'assistantanswertool_call',
    'Yes',
    'tool call search',
    '{"q":"<b>"}',
    'span-',
  ]);
});
