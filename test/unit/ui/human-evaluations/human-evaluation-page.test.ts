import { expect, test } from 'vitest';
import { humanEvaluationPage } from '../../../../src/ui/human-evaluations/human-evaluation-page.ts';
import { drawnLines, outlineOf, writtenLines } from '../fixtures.ts';

const SHOWN: Parameters<typeof humanEvaluationPage>[0] = {
  id: '01932c5e-5555-7000-8000-000000000001',
  app_id: '01932c5e-0000-7000-8000-00000000000a',
  project_id: '01932c5e-0000-7000-8000-00000000000b',
  evaluation_type: 'single_model_test',
  variant_ids: [],
  variant_names: ['formal'],
  variants_revision_ids: [],
  revisions: ['3'],
  testset_id: '01932c5e-4444-7000-8000-000000000001',
  testset_name: 'cases',
  status: 'EVALUATION_STARTED',
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
  link: null,
  outputs: [],
  voters: [],
};
const VOTER = { name: 'ada', votes: 4, revealed_at: '2026-11-20T11:57:00Z' };
const BUSY = {
  ...SHOWN,
  link: 'http://localhost:1/vote',
  outputs: [
    {
      variant_name: 'formal',
      done: 3,
      rows: 12,
      status: { type: 'error', value: 'EVALUATION_FAILED', error: { message: 'No model.' } },
    },
  ],
  voters: [
    { ...VOTER, link: 'http://localhost:1/vote?voter=1' },
    { ...VOTER, name: 'bob', revealed_at: null, link: null },
  ],
} as unknown as typeof SHOWN;

test('an evaluation without outputs and voters is a record', () => {
  expect(drawnLines(humanEvaluationPage(SHOWN, null))).toEqual([
    'id        01932c5e-5555-7000-8000-000000000001',
    'type      single_model_test',
    'variants  formal@3',
    'test set  cases',
    'status    … running',
    'created   1 hour ago',
  ]);
});

test('people see the links of voters outside the table', () => {
  expect(drawnLines(humanEvaluationPage(BUSY, 'http://localhost:1')).slice(7)).toEqual([
    'variant  outputs   done  of  error',
    'formal   ✗ failed     3  12  No model.',
    '',
    'voter  cases  unblinded',
    'ada        4  3 minutes ago',
    'bob        4  -',
    '',
    'ada votes at:',
    'http://localhost:1/vote?voter=1',
    '',
    'Vote at: http://localhost:1/vote',
  ]);
});

test('programs get the links of voters in the table', () => {
  expect(writtenLines(humanEvaluationPage(BUSY, 'http://localhost:1')).slice(7)).toEqual([
    'VARIANT  OUTPUTS            DONE  OF  ERROR',
    'formal   EVALUATION_FAILED     3  12  No model.',
    '',
    'VOTER  CASES  UNBLINDED             PERSONAL LINK',
    'ada        4  2026-11-20T11:57:00Z  http://localhost:1/vote?voter=1',
    'bob        4  -                     -',
    '',
    'Vote at: http://localhost:1/vote',
  ]);
});

test('without a server the page says how to start one', () => {
  expect(writtenLines(humanEvaluationPage({ ...SHOWN, link: '/vote' }, null)).at(-1)).toBe(
    'No server is running for the vote. Start one (wf dev or wf serve) and open its address with /vote',
  );
});

test('every figure, status and time is shown as such', () => {
  expect(outlineOf(humanEvaluationPage(BUSY, 'http://localhost:1'))).toEqual([
    'record',
    '  id | id | "01932c5e-5555-7000-8000-000000000001"',
    '  type | text | "single_model_test"',
    '  variants | text | "formal@3"',
    '  test set | text | "cases"',
    '  status | status | "EVALUATION_STARTED"',
    '  created | time | "2026-11-20T11:00:00Z"',
    'table',
    '  variant | text | 0',
    '  outputs | status | 0',
    '  done | integer | 0',
    '  of | integer | 0',
    '  error | text | 0',
    '  "formal", "EVALUATION_FAILED", 3, 12, "No model."',
    'table',
    '  voter | text | 0',
    '  cases | integer | 0',
    '  unblinded | time | 2',
    '  personal link | text | 0 | written',
    '  "ada", 4, "2026-11-20T11:57:00Z", "http://localhost:1/vote?voter=1"',
    '  "bob", 4, null, null',
    'text (drawn)',
    '  ada votes at:',
    '  http://localhost:1/vote?voter=1',
    'text',
    '  Vote at: http://localhost:1/vote',
  ]);
});
