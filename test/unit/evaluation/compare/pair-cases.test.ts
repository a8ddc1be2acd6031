import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { groupCases, readCase } from '../../../../src/evaluation/compare/cases.ts';
import { pairCases } from '../../../../src/evaluation/compare/pair-cases.ts';
import { rowOf, streamOf } from '../../../helpers/evaluation-records.ts';

async function pair(baseline: readonly string[], candidate: readonly string[]) {
  const counts = { pairs: 0, onlyInBaseline: 0, onlyInCandidate: 0 };
  const [left, right] = [baseline, candidate].map((inputs) => streamOf(inputs.map((input) => rowOf({ input }))));
  const pairs: string[] = [];
  if (left === undefined || right === undefined) throw new Error('Two lists make two streams.');
  for await (const { row, baseline: one, candidate: other } of pairCases(groupCases(left), groupCases(right), counts)) {
    pairs.push(`${row} ${String(one[0].inputs[0]?.value)}${String(other[0].inputs[0]?.value)}`);
  }
  return { found: pairs, ...counts };
}

test('rows at the same position are pairs', async () => {
  expect(await pair(['a', 'b'], ['a', 'b'])).toEqual({
    found: ['1 aa', '2 bb'],
    pairs: 2,
    onlyInBaseline: 0,
    onlyInCandidate: 0,
  });
});

test('rows after an inserted row are still paired', async () => {
  expect(await pair(['a', 'b', 'c'], ['new', 'a', 'b', 'c'])).toMatchObject({
    found: ['1 aa', '2 bb', '3 cc'],
    onlyInBaseline: 0,
    onlyInCandidate: 1,
  });
});

test('equal rows are one case', async () => {
  expect(await pair(['a', 'a', 'b'], ['b', 'a', 'a'])).toMatchObject({ onlyInBaseline: 0, onlyInCandidate: 0 });
  expect(await pair(['a', 'a'], ['a'])).toMatchObject({ pairs: 1, onlyInBaseline: 0, onlyInCandidate: 0 });
});

test('a bounded number of unmatched rows waits, and is counted as unmatched', async () => {
  const [left, right] = ['l', 'r'].map((side) => Array.from({ length: 12_000 }, (_, index) => `${side}${index}`));
  expect(await pair(left ?? [], right ?? [])).toEqual({
    found: [],
    pairs: 0,
    onlyInBaseline: 12_000,
    onlyInCandidate: 12_000,
  });
});

test('ten thousand rows wait for their match, and of more, the oldest does not', async () => {
  const rows = (side: string, count: number) => Array.from({ length: count }, (_, index) => `${side}${index}`);
  const late = (count: number) => pair(rows('l', count), [...rows('r', count - 1), 'l0']);
  expect(await late(10_000)).toMatchObject({ found: ['1 l0l0'], onlyInBaseline: 9999, onlyInCandidate: 9999 });
  expect(await late(10_001)).toMatchObject({ found: [], onlyInBaseline: 10_001, onlyInCandidate: 10_001 });
});

test('a pair has the position of its row in the baseline', async () => {
  expect((await pair(['x', 'a'], ['a', 'y', 'x'])).found).toEqual(['2 aa', '1 xx']);
  expect((await pair(['a'], [])).found).toEqual([]);
  expect(await pair([], ['a', 'b'])).toEqual({ found: [], pairs: 0, onlyInBaseline: 0, onlyInCandidate: 2 });
});

const NO_ROW = rowOf({ input: 'a' });
const repeatOf = (id: string, row: number | null, repeat: number | null, input = id): EvaluationScenario => ({
  ...rowOf({ input }),
  id,
  row,
  repeat,
});

/** Groups rows by their cases, and names them. */
async function group(rows: readonly EvaluationScenario[], clusterBy: string | null = null): Promise<string[][]> {
  const groups: string[][] = [];
  for await (const rowsOfCase of groupCases(streamOf(rows), clusterBy)) groups.push(rowsOfCase.map(({ id }) => id));
  return groups;
}

test('repetitions of a row and rows that repeat it are one case, wherever they are', async () => {
  const rows = [
    repeatOf('a', 1, 1, 'x'),
    repeatOf('b', 1, 2, 'x'),
    repeatOf('c', 2, 1, 'y'),
    repeatOf('d', 2, 2, 'y'),
    repeatOf('e', 3, 1, 'x'),
  ];
  expect(await group(rows)).toEqual([
    ['a', 'b', 'e'],
    ['c', 'd'],
  ]);
  expect(await group([])).toEqual([]);
});

test('rows that know their case are one if they are adjacent, whatever their cells', async () => {
  const rows = [1, 1, 3, 3].map((first, index) => ({ ...repeatOf(`r${index}`, index + 1, 1), case: first }));
  expect(await group(rows)).toEqual([
    ['r0', 'r1'],
    ['r2', 'r3'],
  ]);
});

test('a column names cases; a row without a name is the case of its cells', async () => {
  const rows = ['t1', 't2', 't1', '', ''].map((topic, index) => ({
    ...repeatOf(`r${index}`, index + 1, 1),
    inputs: [
      { name: 'text', type: 'text', value: `text ${index}` },
      { name: 'topic', type: 'text', value: topic },
    ],
  }));
  expect(await group(rows, 'topic')).toEqual([['r0', 'r2'], ['r1'], ['r3'], ['r4']]);
});

test('a column that no row has is refused, because each row would be a case of its own', async () => {
  await expect(group([repeatOf('a', 1, 1)], 'txt')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining('No column of the rows is called "txt".'),
  });
  expect(await group([], 'txt')).toEqual([]);
});

test('ten thousand rows wait in memory for others of their case, and of more, the first do not', async () => {
  const distinct = (count: number) => Array.from({ length: count }, (_, index) => repeatOf(`r${index}`, index + 1, 1));
  const last = repeatOf('last', 20_000, 1, 'r0');
  expect((await group([...distinct(9999), last]))[0]).toEqual(['r0', 'last']);
  expect((await group([...distinct(10_001), last]))[0]).toEqual(['r0']);
});

test.each([
  ['evaluator', [0.25], { value: 0.25, isFlaky: false, isShare: false, valued: 1 }],
  ['evaluator', [true], { value: true, isFlaky: false, isShare: true, valued: 1 }],
  ['evaluator', [null], { value: null, isFlaky: false, isShare: true, valued: 0 }],
  ['evaluator', [0.25, 0.75], { value: 0.5, isFlaky: true, isShare: false, valued: 2 }],
  ['evaluator', [0.25, 0.25], { value: 0.25, isFlaky: false, isShare: false, valued: 2 }],
  ['evaluator', [true, true, true], { value: true, isFlaky: false, isShare: true, valued: 3 }],
  ['evaluator', [true, false, true, true], { value: 0.75, isFlaky: true, isShare: true, valued: 4 }],
  ['evaluator', [null, 0.5, null], { value: 0.5, isFlaky: false, isShare: false, valued: 1 }],
  ['evaluator', [null, null], { value: null, isFlaky: false, isShare: true, valued: 0 }],
  ['evaluator', [true, 0.5], { value: 0.75, isFlaky: true, isShare: false, valued: 2 }],
  ['latency', [1, 3], { value: 2, isFlaky: false, isShare: false, valued: 2 }],
])('of %s, the values %j count as %j', (source, values, expected) => {
  const read = ({ id }: EvaluationScenario) => values[Number(id)] ?? null;
  const metric = { source, read } as unknown as Parameters<typeof readCase>[0]; // only the fields that are read
  const [first = NO_ROW, ...others] = values.map((_, index) => repeatOf(String(index), 1, index + 1, 'x'));
  expect(readCase(metric, [first, ...others])).toEqual({ ...expected, rows: values.length });
});
