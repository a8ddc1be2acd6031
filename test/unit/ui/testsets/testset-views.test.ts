import { expect, test } from 'vitest';
import type { TestsetReport } from '../../../../src/contract/testsets/testset-report.ts';
import { testsetReportView, testsetsView, testsetView } from '../../../../src/ui/testsets/testset-views.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const TESTSET = {
  id: 't-1',
  name: 'my cases',
  revision: 3,
  rows: 12,
  created_at: '2026-11-18T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
  labels: { team: 'a' },
};
const REVISION = { revision: 2, rows: 3, created_at: '2026-11-19T11:00:00Z' };
const ROWS = [{ question: 'Why?' }, { question: { text: 'Who?' }, correct_answer: 'Me' }];

test('test sets are listed, and narrow windows keep name and id', () => {
  expect(drawnLines(testsetsView([TESTSET]))).toEqual([
    'name      id   revision  rows  created     updated     labels',
    'my cases  t-1         3    12  2 days ago  1 hour ago  team=a',
  ]);
  expect(drawnLines(testsetsView([TESTSET]), 30)[0]).toBe('name      id   revision  rows');
});

test('a test set is shown at a revision, with its first rows, and a column for each name', () => {
  expect(drawnLines(testsetView({ testset: TESTSET, revision: REVISION, rows: ROWS }))).toEqual([
    'name      my cases',
    'id        t-1',
    'revision  2',
    'rows      3',
    'stored    1 day ago',
    'created   2 days ago',
    'updated   1 hour ago',
    'labels    team=a',
    '',
    'question         correct_answer',
    'Why?             -',
    '{"text":"Who?"}  Me',
  ]);
});

test('a complete test set says nothing of other rows', () => {
  const page = testsetView({ testset: TESTSET, revision: { ...REVISION, rows: 2 }, rows: ROWS });
  expect(drawnLines(page).at(-1)).toBe('{"text":"Who?"}  Me');
  const empty = testsetView({ testset: TESTSET, revision: { ...REVISION, rows: 0 }, rows: [] });
  expect(drawnLines(empty).at(-1)).toBe('No rows.');
});

const CLEAN: TestsetReport = {
  testset: 'cases',
  rows: 40,
  cases: 40,
  columns: [{ column: 'question', missing: 0, empty: 1 }],
  duplicates: [],
  contradictions: [],
  near_duplicates: [],
  near_duplicates_checked: 40,
  empty_rows: [],
  ragged_rows: [],
  missing_columns: [],
  groups: [],
  power: { discordant: 0.255, metrics: 3, detectable: null, needed: [{ difference: 0.0525, cases: 1234 }] },
  problems: [],
  warnings: [],
};
const POWER = [
  'To find a change of the pass rate (80 % power, 95 %) where 25.5 % of the cases differ, of one primary metric at the full level',
  'DIFFERENCE  CASES NEEDED',
  '5.3 %               1234',
];

test('every problem is listed, with the rows that are alike', () => {
  const like = { rows: [1, 4], more: 0, example: 'Why?' };
  const page = testsetReportView({
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
  expect(writtenLines(page).slice(2)).toEqual([
    'detects   a change of 10 % or more, if 25.5 % of the cases differ',
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
    ...POWER,
    '',
    '✗ Row 3 is empty.',
    '! Two rows are alike.',
  ]);
});
