import { expect, test } from 'vitest';
import type { TestsetReport } from '../../../../../src/contract/testsets/testset-report.ts';
import { judgeTestset } from '../../../../../src/evaluation/testset/check/judge-testset.ts';

const CLEAN = {
  rows: 1000,
  missing_columns: [],
  empty_rows: [],
  ragged_rows: [],
  contradictions: [],
  near_duplicates: [],
  columns: [{ column: 'text', empty: 0 }],
  groups: [],
  power: { detectable: 0.1 },
};

function judge(found: object, counted: object = {}) {
  const report = { ...CLEAN, ...found } as unknown as TestsetReport; // the fields that it reads
  return judgeTestset(report, { repeated: 0, decimalCommas: [], ...counted });
}

test('a clean test set has no findings', () => {
  expect(judge({})).toEqual({ problems: [], warnings: [] });
});

test('what invalidates an evaluation is a problem', () => {
  const contradictions = [
    { rows: [1, 4], example: 'x' },
    { rows: [2, 3, 9], example: 'y'.repeat(61) },
  ];
  expect(judge({ missing_columns: ['answer'], empty_rows: [3], contradictions })).toEqual({
    problems: [
      'There is no column "answer".',
      '1 row is empty.',
      'Rows 1 and 4 have the same input and different expected answers: "x".',
      `Rows 2, 3 and 9 have the same input and different expected answers: "${'y'.repeat(60)}…".`,
    ],
    warnings: [],
  });
});

test('what weakens an evaluation is a warning', () => {
  const found = {
    empty_rows: [3, 4],
    ragged_rows: [1],
    near_duplicates: [{ rows: [1, 2, 3], more: 4 }],
    columns: [{ column: 'text', empty: 2 }],
    power: { detectable: null },
  };
  expect(judge(found, { repeated: 1, decimalCommas: [{ column: 'price', count: 3 }] })).toEqual({
    problems: ['2 rows are empty.'],
    warnings: [
      '1 row lacks a column that others have.',
      '1 row repeats another.',
      '6 rows are nearly others.',
      '2 cells of text are empty.',
      '3 cells of price have a decimal comma. Evaluators of numbers read a decimal point.',
      'There are too few rows to find any difference.',
    ],
  });
});

test.each([
  [0.049, 9, true],
  [0.05, 9, false],
  [0.049, 10, false],
])('a group with a share of %d and %i rows is too small: %s', (share, count, isSmall) => {
  const groups = [{ column: 'language', groups: [{ value: 'fi', count, share }] }];
  const warning = `Only ${count} of 1000 rows have language "fi".`;
  expect(judge({ groups }).warnings).toEqual(isSmall ? [warning] : []);
});

test.each([
  ['a;b', "If semicolons separate the cells, add --delimiter ';'."],
  ['a\tb', 'If tabs separate the cells, add --delimiter tab.'],
])('a lone column %j suggests another delimiter', (column, hint) => {
  const warning = `The only column is called ${JSON.stringify(column)}. ${hint}`;
  expect(judge({ columns: [{ column, empty: 0 }] }).warnings).toEqual([warning]);
  expect(
    judge({
      columns: [
        { column, empty: 0 },
        { column: 'b', empty: 0 },
      ],
    }).warnings,
  ).toEqual([]);
});

test('one finding and several have their own words', () => {
  const found = (rows: number[], empty: number) => ({
    ragged_rows: rows,
    near_duplicates: [{ rows: [0, ...rows], more: 0 }],
    columns: [{ column: 'text', empty }],
  });
  const commas = (count: number) => [{ column: 'price', count }];
  expect(judge(found([1], 1), { repeated: 2, decimalCommas: commas(1) }).warnings).toEqual([
    '1 row lacks a column that others have.',
    '2 rows repeat others.',
    '1 row is nearly another.',
    '1 cell of text is empty.',
    '1 cell of price has a decimal comma. Evaluators of numbers read a decimal point.',
  ]);
  expect(judge(found([1, 2], 0), { decimalCommas: commas(0) }).warnings).toEqual([
    '2 rows lack a column that others have.',
    '2 rows are nearly others.',
  ]);
});

test('an example of up to 60 characters is shown whole', () => {
  const problemsOf = (example: string) => judge({ contradictions: [{ rows: [1, 2], example }] }).problems;
  const rule = 'Rows 1 and 2 have the same input and different expected answers';
  expect(problemsOf('y'.repeat(60))).toEqual([`${rule}: "${'y'.repeat(60)}".`]);
});
