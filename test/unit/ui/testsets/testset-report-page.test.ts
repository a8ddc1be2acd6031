import { expect, test } from 'vitest';
import type { TestsetReport } from '../../../../src/contract/testsets/testset-report.ts';
import { testsetReportPage } from '../../../../src/ui/testsets/testset-report-page.ts';
import { writtenLines } from '../fixtures.ts';

const CLEAN: TestsetReport = {
  testset: 'cases',
  rows: 40,
  columns: [{ column: 'question', missing: 0, empty: 1 }],
  duplicates: [],
  contradictions: [],
  near_duplicates: [],
  near_duplicates_checked: 40,
  empty_rows: [],
  ragged_rows: [],
  missing_columns: [],
  groups: [],
  power: { discordant: 0.255, metrics: 3, detectable: null, needed: [{ difference: 0.0525, rows: 1234 }] },
  problems: [],
  warnings: [],
};

test('a test set without problems says so', () => {
  expect(writtenLines(testsetReportPage(CLEAN))).toEqual([
    'test set  cases',
    'rows      40',
    'detects   nothing',
    '',
    'COLUMN    MISSING  EMPTY',
    'question        0      1',
    '',
    'To find a change of the pass rate (80 % power, 95 %) where 25.5 % of the rows differ, next to cost and latency',
    'DIFFERENCE  ROWS NEEDED',
    '5.3 %              1234',
    '',
    '✓ No problems found.',
  ]);
});

test('every problem is listed, with the rows that are alike', () => {
  const like = { rows: [1, 4], more: 0, example: 'Why?' };
  const page = testsetReportPage({
    ...CLEAN,
    duplicates: [like],
    contradictions: [{ ...like, more: 1 }],
    near_duplicates: [{ ...like, more: 2 }],
    near_duplicates_checked: 39,
    groups: [{ column: 'topic', groups: [{ value: 'billing', count: 25, share: 0.625 }] }],
    power: { ...CLEAN.power, detectable: 0.1 },
    problems: ['Row 3 is empty.'],
    warnings: ['Two rows are alike.'],
  });
  expect(writtenLines(page)).toEqual([
    'test set  cases',
    'rows      40',
    'detects   a change of 10 % or more',
    '',
    'COLUMN    MISSING  EMPTY',
    'question        0      1',
    '',
    'By topic',
    'VALUE    ROWS     %',
    'billing    25  62.5',
    '',
    'Duplicates',
    'ROWS  TEXT',
    '1, 4  Why?',
    '',
    'Same question, different answers',
    'ROWS             TEXT',
    '1, 4 and 1 more  Why?',
    '',
    'Near duplicates, among the first 39 rows',
    'ROWS             TEXT',
    '1, 4 and 2 more  Why?',
    '',
    'To find a change of the pass rate (80 % power, 95 %) where 25.5 % of the rows differ, next to cost and latency',
    'DIFFERENCE  ROWS NEEDED',
    '5.3 %              1234',
    '',
    '✗ Row 3 is empty.',
    '! Two rows are alike.',
  ]);
});

test.each([
  [{ problems: ['One.'] }, '✗ One.'],
  [{ warnings: ['One.'] }, '! One.'],
])('with %j the last line is %j', (found, line) => {
  expect(writtenLines(testsetReportPage({ ...CLEAN, ...found })).at(-1)).toBe(line);
});
