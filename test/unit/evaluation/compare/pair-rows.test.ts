import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { createGrouper, groupRepeats, readRepeated } from '../../../../src/evaluation/compare/metrics.ts';
import { pairRows } from '../../../../src/evaluation/compare/pair-rows.ts';
import { rowOf, streamOf } from '../../../helpers/evaluation-records.ts';

async function pair(baseline: readonly string[], candidate: readonly string[]) {
  const counts = { pairs: 0, onlyInBaseline: 0, onlyInCandidate: 0 };
  const [left, right] = [baseline, candidate].map((inputs) => streamOf(inputs.map((input) => rowOf({ input }))));
  const pairs: string[] = [];
  if (left === undefined || right === undefined) throw new Error('Two lists make two streams.');
  for await (const { row, baseline: one, candidate: other } of pairRows(
    groupRepeats(left),
    groupRepeats(right),
    counts,
  )) {
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

test('equal rows are paired once each', async () => {
  expect(await pair(['a', 'a', 'b'], ['b', 'a', 'a'])).toMatchObject({ onlyInBaseline: 0, onlyInCandidate: 0 });
  expect(await pair(['a', 'a'], ['a'])).toMatchObject({ onlyInBaseline: 1, onlyInCandidate: 0 });
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

const repeatOf = (id: string, row: number | null, repeat: number | null) => ({ id, row, repeat }) as EvaluationScenario; // only the fields that are read

/** Groups rows, and names them. */
function group(...rows: readonly EvaluationScenario[]): string[][] {
  const grouper = createGrouper();
  const groups = [...rows.map((row) => grouper.add(row)), grouper.end()];
  return groups.flatMap((each) => (each === null ? [] : [each.map(({ id }) => id)]));
}

test('repetitions of a row are one group', () => {
  expect(
    group(repeatOf('a', 1, 1), repeatOf('b', 1, 2), repeatOf('c', 1, 3), repeatOf('d', 2, 1), repeatOf('e', 2, 2)),
  ).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
});

test('a first repetition, another row, and a row without numbers begin a group', () => {
  expect(
    group(
      repeatOf('a', 1, 1),
      repeatOf('b', 1, 1),
      repeatOf('c', 2, 2),
      repeatOf('d', null, 2),
      repeatOf('e', 2, null),
    ),
  ).toEqual([['a'], ['b'], ['c'], ['d'], ['e']]);
  expect(group()).toEqual([]);
});

test.each([
  ['evaluator', [0.25], { value: 0.25, isFlaky: false, isShare: false }],
  ['evaluator', [true], { value: true, isFlaky: false, isShare: true }],
  ['evaluator', [null], { value: null, isFlaky: false, isShare: false }],
  ['evaluator', [0.25, 0.75], { value: 0.5, isFlaky: true, isShare: false }],
  ['evaluator', [0.25, 0.25], { value: 0.25, isFlaky: false, isShare: false }],
  ['evaluator', [true, true, true], { value: true, isFlaky: false, isShare: true }],
  ['evaluator', [true, false, true, true], { value: 0.75, isFlaky: true, isShare: true }],
  ['evaluator', [null, 0.5, null], { value: 0.5, isFlaky: false, isShare: false }],
  ['evaluator', [null, null], { value: null, isFlaky: false, isShare: true }],
  ['evaluator', [true, 0.5], { value: 0.75, isFlaky: true, isShare: false }],
  ['latency', [1, 3], { value: 2, isFlaky: false, isShare: false }],
])('of %s, the values %j count as %j', (source, values, expected) => {
  const rows = values.map((_, index) => repeatOf(String(index), 1, index + 1));
  const read = ({ id }: EvaluationScenario) => values[Number(id)] ?? null;
  const metric = { source, read } as unknown as Parameters<typeof readRepeated>[0]; // only the fields that are read
  expect(readRepeated(metric, rows as [EvaluationScenario, ...EvaluationScenario[]])).toEqual(expected);
});
