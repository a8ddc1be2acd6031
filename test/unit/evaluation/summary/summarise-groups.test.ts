import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { bySize, cellOf, columnsOf } from '../../../../src/evaluation/groups/group-rows.ts';
import { summariseGroups } from '../../../../src/evaluation/summary/summarise-evaluation.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

const EVALUATION = evaluationOf({ aggregated_results: [scoreOf('exact_match', 1)] });

interface Sliced {
  readonly locale?: unknown;
  readonly passed: boolean | null;
}

const rowIn = ({ locale, passed }: Sliced, index: number): EvaluationScenario => {
  const row = rowOf({ input: `case ${index}`, scores: { exact_match: passed } });
  const cell = { name: 'locale', type: 'text', value: locale };
  return { ...row, inputs: [...row.inputs, ...(locale === undefined ? [] : [cell])] };
};

const groupsOf = async (rows: readonly Sliced[], field = 'locale') =>
  await summariseGroups({ evaluation: EVALUATION, rows: () => streamOf(rows.map(rowIn)) }, field);

const times = (count: number, row: Sliced): Sliced[] => Array.from({ length: count }, () => row);

test('each value has its own means and intervals, larger groups first', async () => {
  const { field, level, groups } = await groupsOf([
    ...times(3, { locale: 'fr', passed: true }),
    ...times(15, { locale: 'de', passed: true }),
    ...times(5, { locale: 'de', passed: false }),
    { locale: 'de', passed: null },
  ]);
  expect({ field, level }).toEqual({ field: 'locale', level: 0.95 });
  expect(groups.map(({ value, rows, errors, is_small }) => [value, rows, errors, is_small])).toEqual([
    ['de', 21, 1, false],
    ['fr', 3, 0, true],
  ]);
  const [german, french] = groups.map(({ metrics }) => metrics[0]);
  expect(german).toMatchObject({ metric: 'exact_match', count: 20, missing: 1, mean: 0.75 });
  // scipy.stats.binomtest(15, 20).proportion_ci(0.95, method='exact')
  expect(german?.interval?.[0]).toBeCloseTo(0.5089541, 6);
  expect(german?.interval?.[1]).toBeCloseTo(0.9134285, 6);
  expect(french).toMatchObject({ count: 3, mean: 1 });
});

test('rows without the cell are one group, and values of other types are other groups', async () => {
  const { groups } = await groupsOf([
    { passed: true },
    { locale: null, passed: true },
    { locale: 1, passed: true },
    { locale: '1', passed: true },
    { locale: { b: 1, a: [2] }, passed: true },
    { locale: { a: [2], b: 1 }, passed: false },
  ]);
  expect(groups.map(({ value, rows }) => [value, rows])).toEqual([
    [null, 2],
    [{ b: 1, a: [2] }, 2],
    ['1', 1],
    [1, 1],
  ]);
});

test('rows are grouped by a score as well', async () => {
  const { groups } = await groupsOf([...times(2, { passed: false }), { passed: true }], 'exact_match');
  expect(groups.map(({ value, rows }) => [value, rows])).toEqual([
    [false, 2],
    [true, 1],
  ]);
});

test('an evaluation without rows has no groups', async () => {
  expect((await groupsOf([])).groups).toEqual([]);
});

test('repetitions of a row are one row of its group', async () => {
  const rows = [1, 2, 3].map((repeat) => ({ ...rowIn({ locale: 'de', passed: repeat > 1 }, 0), row: 1, repeat }));
  const { groups } = await summariseGroups({ evaluation: EVALUATION, rows: () => streamOf(rows) }, 'locale');
  expect(groups).toMatchObject([{ value: 'de', rows: 1, metrics: [{ flaky: 1 }, {}, {}] }]);
});

test('a field that no row has is refused with similar names', async () => {
  await expect(groupsOf([{ locale: 'de', passed: true }], 'local')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No field of the rows is called "local". Did you mean locale?',
  });
});

test('a field of which each row has another value is refused', async () => {
  const rows = Array.from({ length: 51 }, (_, index) => ({ locale: `l${index}`, passed: true }));
  expect((await groupsOf(rows.slice(0, 50))).groups).toHaveLength(50);
  await expect(groupsOf(rows)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'The rows have more than 50 different values of "locale".',
    nextSteps: ['Group by a column with few values, such as a language or a category'],
  });
});

test('the largest group is first, and equal ones are in the order of their values', () => {
  const groups = [
    { value: 'b', rows: 2 },
    { value: 'c', rows: 3 },
    { value: 'a', rows: 2 },
    { value: null, rows: 2 },
    { value: 'd', rows: 10 },
  ];
  expect(groups.toSorted(bySize).map(({ value }) => value)).toEqual(['d', 'c', 'a', 'b', null]);
});

test('a cell is an input or an expected answer of the row', () => {
  const row = {
    ...rowOf({ input: 'a' }),
    inputs: [{ name: 'tag', type: 'text', value: 'x' }],
    correct_answers: [
      { key: 'tag', value: 'y' },
      { key: 'label', value: 0 },
    ],
  };
  expect(['tag', 'label', 'other'].map((column) => cellOf(row, column))).toEqual(['x', 0, null]);
  expect(columnsOf(row)).toEqual(['tag', 'tag', 'label']);
});
