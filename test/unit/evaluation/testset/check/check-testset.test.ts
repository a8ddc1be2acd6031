import { expect, test } from 'vitest';
import type { TestsetRow } from '../../../../../src/contract/testsets/testset.ts';
import { checkTestset, type CheckTestsetOptions } from '../../../../../src/evaluation/testset/check/check-testset.ts';
import { createNearDuplicateFinder } from '../../../../../src/evaluation/testset/check/find-near-duplicates.ts';
import { streamOf } from '../../../../helpers/evaluation-records.ts';
import { roundFigures } from '../../../../helpers/round-figures.ts';

async function check(rows: readonly TestsetRow[], options: Partial<CheckTestsetOptions> = {}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return await checkTestset({
    name: 'cases',
    rows: streamOf(rows),
    columns,
    answers: ['correct_answer'],
    required: [],
    discordant: 0.2,
    ...options,
  });
}

const row = (text: string, correct_answer: unknown = 'a'): TestsetRow => ({ text, correct_answer });
const filler = (count: number) =>
  Array.from({ length: count }, (_, index) => row(`${index * 7919} ${'xyz'[index % 3]} ${index}`));

test('equal rows are found and counted in a warning', async () => {
  const report = await check([row('refund'), row('crash'), row('refund'), row('refund')]);
  expect(report.duplicates).toEqual([{ rows: [1, 3, 4], more: 0, example: 'refund' }]);
  expect(report.warnings).toContain('2 rows repeat others.');
  expect(report.contradictions).toEqual([]);
});

test('the same question with another answer is a problem', async () => {
  const report = await check([
    row('refund', 'billing'),
    row('refund', 'general'),
    row('refund', 'billing'),
    row('refund', 'general'),
  ]);
  expect(report.contradictions).toEqual([{ rows: [1, 2, 4], more: 0, example: 'refund' }]);
  expect(report.problems).toEqual(['Rows 1, 2 and 4 have the same input and different expected answers: "refund".']);
});

test('rows with and without an answer are distinguished, whatever their question', async () => {
  const asked = [24_710, 59_530].map((number) => `Question ${number}?`);
  const report = await check(
    asked.flatMap((question) => [{ question, answer: 'yes' }, { question }]),
    {
      answers: ['answer'],
    },
  );
  expect(report.duplicates).toEqual([]);
});

test('rows beyond a limit are not compared for similarity', () => {
  const finder = createNearDuplicateFinder(2);
  for (const [row, text] of ['Where is my parcel?', 'where is my parcel', 'WHERE is my parcel'].entries()) {
    finder.add(text, row + 1);
  }
  expect(finder.checked()).toBe(2);
  expect(finder.read()).toEqual([{ rows: [1, 2], more: 0, example: 'Where is my parcel?' }]);
});

test('rows that differ by a letter are nearly the same, others are not', async () => {
  const long = 'Please tell me where my parcel is, I have been waiting for it since the first of March';
  const report = await check([row(long), row('My screen stays black after the update'), row(`${long} now`)]);
  expect(report.near_duplicates).toEqual([{ rows: [1, 3], more: 0, example: long.slice(0, 80) }]);
  expect(report.near_duplicates_checked).toBe(3);
});

test('rows that differ only in case, blanks or punctuation are nearly the same', async () => {
  const report = await check([row('Where is my parcel?'), row('where  is my parcel'), row('Where is my parcel?')]);
  expect(report).toMatchObject({
    duplicates: [{ rows: [1, 3] }],
    near_duplicates: [{ rows: [1, 2], example: 'Where is my parcel?' }],
  });
  expect(report.warnings).toContain('1 row is nearly another.');
});

test('rows without a question are neither similar nor contradictory', async () => {
  const report = await check([row('', 'a'), row('  ', 'b'), row('', 'b'), row('?!', 'a')]);
  expect(report).toMatchObject({ contradictions: [], near_duplicates: [], problems: [] });
  expect(report.warnings).toContain('3 cells of text are empty.');
});

test('empty rows, empty cells and missing columns are distinguished', async () => {
  const report = await check([row('a'), { text: '  ', correct_answer: null }, { text: 'b' }, row('', 'c')]);
  expect(report).toMatchObject({
    empty_rows: [2],
    ragged_rows: [3],
    columns: [
      { column: 'text', missing: 0, empty: 2 },
      { column: 'correct_answer', missing: 1, empty: 1 },
    ],
    problems: ['1 row is empty.'],
  });
  expect(report.warnings).toContain('2 cells of text are empty.');
});

test('a missing required column is a problem', async () => {
  expect(await check([row('a')], { required: ['text', 'tone', 'tone'] })).toMatchObject({
    missing_columns: ['tone'],
    problems: ['There is no column "tone".'],
  });
});

test('a small group of rows is reported', async () => {
  const rows = [...filler(100), row('lonely', 'rare')];
  const report = await check(rows);
  expect(report.groups).toMatchObject([
    {
      column: 'correct_answer',
      groups: [
        { value: 'a', count: 100 },
        { value: 'rare', count: 1 },
      ],
    },
  ]);
  expect(report.warnings).toContain('Only 1 of 101 rows have correct_answer "rare".');
});

test('a column with many values does not group rows', async () => {
  expect((await check(filler(100))).groups.map(({ column }) => column)).toEqual([]);
});

test('the report estimates the detectable difference, and the rows that others need', async () => {
  // As in the tests of the statistics: 215 pairs for 10 points where a fifth of the rows differ, next to cost and latency.
  const { power } = await check(filler(215));
  expect(power.detectable).toBeCloseTo(0.1, 3);
  expect(power.needed).toContainEqual({ difference: 0.1, rows: 215 });
  expect(await check(filler(5))).toMatchObject({
    power: { detectable: null },
    warnings: ['There are too few rows to find any difference.'],
  });
});

test.each([
  ['text;correct_answer', "If semicolons separate the cells, add --delimiter ';'."],
  ['text\tcorrect_answer', 'If tabs separate the cells, add --delimiter tab.'],
])('a file whose only column is %j is reported', async (column, advice) => {
  const { warnings } = await check([{ [column]: 'a' }]);
  expect(warnings).toContainEqual(expect.stringContaining(advice));
  expect((await check([{ [column]: 'a', b: 'c' }])).warnings.join(' ')).not.toContain('--delimiter');
});

test('decimal commas are reported by column', async () => {
  const rows = ['1,5', '-1.234,50', '1,234,567', '7', 'a, b'].map((price) => ({ text: 'a', price }));
  expect((await check(rows)).warnings).toContain(
    '2 cells of price have a decimal comma. Evaluators of numbers read a decimal point.',
  );
});

test.each<[string, readonly TestsetRow[], Partial<CheckTestsetOptions>]>([
  ['none', [], { columns: ['text', 'correct_answer'], required: ['text', 'tone'] }],
  ['few', [row('a'), row('a', 'b'), row('b'), row('b'), { text: 'c' }, row('', null)], { discordant: 0.1 }],
  [
    'many',
    [
      ...filler(210),
      ...filler(110),
      row('c'.repeat(100), 'd'.repeat(61)),
      row('c'.repeat(100), 'e'.repeat(60)),
      ...Array.from({ length: 102 }, () => ({ text: ' ', correct_answer: '' })),
      ...Array.from({ length: 102 }, (_, index) => ({ text: `t ${index * 104_729}` })),
      ...Array.from({ length: 9 }, (_, index) => row(`nine ${index * 15_485_863}`, 'nine')),
      ...Array.from({ length: 10 }, (_, index) => row(`ten ${index * 32_452_843}`, 'ten')),
    ],
    { discordant: 0.3 },
  ],
])('the whole report on %s rows is the stored one', async (_, rows, options) => {
  expect(roundFigures(await check(rows, options))).toMatchSnapshot();
});
