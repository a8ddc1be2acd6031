import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { createGrouper, readRepeated } from '../../../../src/evaluation/compare/group-repeats.ts';

const rowOf = (id: string, row: number | null, repeat: number | null) => ({ id, row, repeat }) as EvaluationScenario; // only the fields that are read

/** Groups rows, and names them. */
function group(...rows: readonly EvaluationScenario[]): string[][] {
  const grouper = createGrouper();
  const groups = [...rows.map((row) => grouper.add(row)), grouper.end()];
  return groups.flatMap((each) => (each === null ? [] : [each.map(({ id }) => id)]));
}

test('repetitions of a row are one group', () => {
  expect(group(rowOf('a', 1, 1), rowOf('b', 1, 2), rowOf('c', 1, 3), rowOf('d', 2, 1), rowOf('e', 2, 2))).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
});

test('a first repetition, another row, and a row without numbers begin a group', () => {
  expect(group(rowOf('a', 1, 1), rowOf('b', 1, 1), rowOf('c', 2, 2), rowOf('d', null, 2), rowOf('e', 2, null))).toEqual(
    [['a'], ['b'], ['c'], ['d'], ['e']],
  );
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
  const rows = values.map((_, index) => rowOf(String(index), 1, index + 1));
  const read = ({ id }: EvaluationScenario) => values[Number(id)] ?? null;
  const metric = { source, read } as unknown as Parameters<typeof readRepeated>[0]; // only the fields that are read
  expect(readRepeated(metric, rows as [EvaluationScenario, ...EvaluationScenario[]])).toEqual(expected);
});
