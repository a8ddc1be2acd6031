import { expect, test } from 'vitest';
import { testsetPage, testsetsPage } from '../../../../src/ui/testsets/testset-pages.ts';
import { outlineOf } from '../fixtures.ts';

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
const ROWS = [{ question: 'Why?' }, { question: 'Who?', correct_answer: 'Me' }];

test('test sets are listed with the labels that any has', () => {
  expect(outlineOf(testsetsPage([TESTSET]))).toEqual([
    'table',
    '  name | text | 0',
    '  id | id | 0',
    '  revision | integer | 2',
    '  rows | integer | 1',
    '  created | time | 4',
    '  updated | time | 3',
    '  labels | text | 6',
    '  "my cases", "t-1", 3, 12, "2026-11-18T11:00:00Z", "2026-11-20T11:00:00Z", "team=a"',
    '  No test sets yet. Store one: wf testsets create FILE',
  ]);
  expect(outlineOf(testsetsPage([])).at(-1)).toBe('  No test sets yet. Store one: wf testsets create FILE');
  expect(outlineOf(testsetsPage([], { isNarrowed: true })).at(-1)).toBe('  No test set matches.');
});

test('a test set is shown at a revision, with its first rows and the number of the others', () => {
  expect(outlineOf(testsetPage({ testset: TESTSET, revision: REVISION, rows: ROWS }))).toEqual([
    'record',
    '  name | text | "my cases"',
    '  id | id | "t-1"',
    '  revision | integer | 2',
    '  rows | integer | 3',
    '  stored | time | "2026-11-19T11:00:00Z"',
    '  created | time | "2026-11-18T11:00:00Z"',
    '  updated | time | "2026-11-20T11:00:00Z"',
    '  labels | text | "team=a"',
    'table',
    '  question | text | 0',
    '  correct_answer | text | 1',
    '  "Why?", null',
    '  "Who?", "Me"',
    '  No rows.',
    'text',
    "  There are 1 more: add --rows N, or wf testsets export 'my cases'",
  ]);
});

test('a complete test set says nothing of other rows', () => {
  const page = testsetPage({ testset: TESTSET, revision: { ...REVISION, rows: 2 }, rows: ROWS });
  expect(page.map(({ type }) => type)).toEqual(['record', 'table']);
  const empty = testsetPage({ testset: TESTSET, revision: { ...REVISION, rows: 0 }, rows: [] });
  expect(outlineOf(empty).slice(-2)).toEqual(['table', '  No rows.']);
});
