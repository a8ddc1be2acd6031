import { expect, test } from 'vitest';
import { textOf } from '../../../../../src/playground/text/text-of.ts';
import { type Cell, runningCell, toCell } from '../../../../../src/playground/workbench/rows/cell-store.ts';
import { summarise } from '../../../../../src/playground/workbench/rows/cell-view.tsx';
import { findGridRows, textsOfRow, toShownRows } from '../../../../../src/playground/workbench/rows/grid-rows.ts';
import { nextRow } from '../../../../../src/playground/workbench/rows/rows-grid.tsx';
import { runAll } from '../../../../../src/playground/workbench/rows/create-row-runner.ts';

const RUNNING: Cell = {
  state: 'running',
  data: undefined,
  text: '',
  seconds: null,
  cost: null,
  tokens: null,
  scores: {},
  config: '{}',
};
const failed = (status: number | null) =>
  ({
    state: 'failed',
    status,
    message: 'It broke',
    stack: [],
    violations: [],
    tree: null,
    sent: { config: {}, inputs: {} },
    items: [],
  }) as const;
const USE = { model: 'm', calls: 1, input_tokens: 4, output_tokens: 3, cost: 0.5 };
const acc = { costs: { total: 0.5 }, tokens: { total: 7 }, duration: { total: 1500 } };

test.each<[string, Parameters<typeof toCell>[0], Partial<Cell> | null]>([
  ['that runs', { state: 'running', items: ['part'] }, {}],
  ['that was cancelled', { state: 'cancelled', items: [] }, null],
  ['that failed', failed(500), { state: 'failed', text: 'Status 500: It broke' }],
  ['that was refused', failed(422), { state: 'failed', text: 'Status 422: It broke', cost: 0 }],
  [
    'that was paid for and failed',
    { ...failed(500), tree: { nodes: [{ metrics: { acc: { ...acc, usage: [USE] } } }] } },
    { state: 'failed', text: 'Status 500: It broke', cost: 0.5, tokens: 7 },
  ],
  ['without an answer', failed(null), { state: 'failed', text: 'It broke' }],
  [
    'with figures',
    { state: 'done', answer: { version: '3.0', data: { a: 1 }, tree: { nodes: [{ metrics: { acc } }] } }, seconds: 9 },
    { state: 'done', data: { a: 1 }, text: '{\n  "a": 1\n}', seconds: 1.5, cost: 0.5, tokens: 7 },
  ],
  [
    'without figures, which has the measured time',
    { state: 'done', answer: { version: '3.0', data: 'blue', tree: { nodes: [] } }, seconds: 9 },
    { state: 'done', data: 'blue', text: 'blue', seconds: 9 },
  ],
])('of a call %s, the cell keeps %j', (_, outcome, cell) => {
  expect(toCell(outcome, '{}')).toEqual(cell === null ? null : { ...RUNNING, ...cell });
});

test.each([
  ['a\nb', 'a\nb'],
  [undefined, ''],
  [null, 'null'],
  [[1], '[\n  1\n]'],
])('%j is written as %j', (value, text) => {
  expect(textOf(value, 2)).toBe(text);
});

const done = (cell: Partial<Cell>): Cell => ({ ...RUNNING, state: 'done', ...cell });
const score = (value: number | null) => ({ e: { state: 'done', value, text: '' } }) as const;
const NOTHING = { done: 0, failed: 0, seconds: null, cost: null, failedCost: 0, isLeast: false, scores: {} };
const CELLS = [
  done({ seconds: 1, cost: 0.25, scores: score(1) }),
  done({ seconds: null, cost: 0.5, scores: score(0) }),
  done({ seconds: 3, cost: 0, scores: score(null) }),
  done({ seconds: 5, cost: 0.25 }),
];
const SCORES = { e: { mean: 0.5, rows: 2 } };

test.each<[string, Cell[], object]>([
  ['no answers', [], {}],
  ['calls that run', [RUNNING], {}],
  [
    'calls that failed, which were paid for',
    [{ ...RUNNING, state: 'failed', cost: 1 }],
    { failed: 1, cost: 1, failedCost: 1 },
  ],
  ['answers: means of what is known', CELLS, { done: 4, seconds: 3, cost: 1, scores: SCORES }],
  [
    'answers of which a cost is unknown: the least',
    [...CELLS, done({})],
    { done: 5, seconds: 3, cost: 1, isLeast: true, scores: SCORES },
  ],
  ['answers without a score', [done({ scores: score(null) })], { done: 1, isLeast: true }],
])('a column sums up %s', (_, cells, summary) => {
  expect(summarise(cells)).toEqual({ ...NOTHING, ...summary });
});

const of = (state: Cell['state'], text: string): Cell => ({ ...runningCell('{}'), state, text });
const GRID: Record<string, Cell[]> = {
  a: [of('done', 'x'), of('done', 'x'), of('failed', 'down'), of('running', ''), of('done', 'z')],
  b: [of('done', 'x'), of('done', 'y'), of('running', ''), of('done', 'y')],
};
const STORE = { get: (id: string, row: number) => GRID[id]?.[row] };

test.each([
  [undefined, ['a', 'b'], [0, 1, 2, 3, 4, 5]],
  ['other', ['a', 'b'], [0, 1, 2, 3, 4, 5]],
  ['answered', ['a', 'b'], [0, 1, 2, 3, 4]],
  ['differences', ['a', 'b'], [1]],
  ['differences', ['a'], []],
  ['failures', ['a', 'b'], [2]],
])('an address with %j shows of the columns %j the rows %j', (text, columns, rows) => {
  expect(findGridRows(STORE, columns, 6, toShownRows(text))).toEqual(rows);
});

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['j', 3, 4],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['k', 3, 2],
  ['PageDown', 3, 7],
  ['PageDown', 8, 9],
  ['PageUp', 5, 1],
  ['PageUp', 2, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['a', 5, null],
])('%s leads from row %i to %s', (key, current, next) => {
  expect(nextRow(key, current, 10, 4)).toBe(next);
});

test('no key leads anywhere without rows', () => {
  expect(nextRow('ArrowDown', -1, 0, 4)).toBeNull();
});

test.each<[object, object, object]>([
  [{ q: 'a\nb', correct_answer: 'c' }, { q: 'a\nb' }, { inputs: 'a\nb', expected: 'c' }],
  [
    { q: 'a', n: 1, correct_answer: [2], tone: 'kind' },
    { q: 'a', n: 1 },
    { inputs: 'q: a\nn: 1', expected: 'correct_answer: [\n  2\n]\ntone: kind' },
  ],
  [{ other: 1 }, {}, { inputs: '', expected: '' }],
])('the row %j with the inputs %j reads %j: only several values have names', (row, inputs, texts) => {
  expect(textsOfRow({ ...row }, { ...inputs }, new Set(['correct_answer', 'tone']))).toEqual(texts);
});

test('four jobs run at once, in order', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const jobs = Array.from({ length: 6 }, (_, index) => async () => {
    begun.push(index);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  const all = runAll(jobs, new AbortController().signal);
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  ends[0]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5]);
  for (const end of ends) end();
  await all;
});

test('after an abort, no job begins', async () => {
  const controller = new AbortController();
  let begun = 0;
  function* jobs() {
    for (;;) {
      yield async () => {
        begun += 1;
        controller.abort();
      };
    }
  }
  await runAll(jobs(), controller.signal);
  expect(begun).toBe(1);
});
