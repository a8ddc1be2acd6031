import { expect, test } from 'vitest';
import { replayComparisonView } from '../../../../src/ui/develop/replay-comparison-view.ts';
import { trialView } from '../../../../src/ui/develop/trial-view.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';
import type { TrialRow } from '../../../../src/contract/develop/trial.ts';

const answer = (data: unknown, score: boolean | null = true) => ({
  data,
  error: score === null ? { message: 'too late' } : null,
  cost: 0.5,
  latency: 2,
  scores: { right: score },
});
const FIGURES = { answered: 2, failed: 0, cost: 1, failed_cost: null, unpriced: 0, latency: 2 };
const AS_IT_IS = { config: {}, ...FIGURES, scores: { right: 0.5 } };
const DRY = { config: { tone: 'dry', words: 80 }, ...FIGURES, scores: { right: 0 } };
const row = (number: number, isSame: boolean | null, answers: TrialRow['answers']) => ({
  row: number,
  inputs: { text: `t${number}` },
  expected: { correct_answer: 'x' },
  is_same: isSame,
  answers,
});

test('one configuration shows its answers, and an answer that came too late', () => {
  const rows = [row(1, null, [answer('x')]), row(3, null, [answer(null, null)]), row(4, null, [answer('y', null)])];
  expect(writtenLines(trialView({ configurations: [AS_IT_IS], rows }))).toEqual([
    'NO.  CONFIGURATION  ANSWERED  FAILED  RIGHT  COST  LATENCY',
    '  1  as it is              2       0    0.5     1      2 s',
    '',
    'ROW  INPUT  EXPECTED  ANSWER            RIGHT  LATENCY',
    '  1  t1     x         x                 pass       2 s',
    '  3  t3     x         failed: too late  -          2 s',
    '  4  t4     x         y                 -          2 s',
  ]);
});

test('where a call failed after its model answered, the answer has a column', () => {
  const failed = { ...answer(null, null), error: { message: 'not JSON', model_answer: '{"a": 1' } };
  const rows = [row(1, null, [answer('x')]), row(2, null, [failed])];
  expect(writtenLines(trialView({ configurations: [AS_IT_IS], rows })).slice(3)).toEqual([
    'ROW  INPUT  EXPECTED  ANSWER            MODEL ANSWER  RIGHT  LATENCY',
    '  1  t1     x         x                 -             pass       2 s',
    '  2  t2     x         failed: not JSON  {"a": 1       -          2 s',
  ]);
});

test('several configurations are compared row by row; people see only the rows that differ', () => {
  const rows = [row(1, true, [answer('x'), answer('x')]), row(2, false, [answer('x'), answer({ a: 1 }, false)])];
  const page = trialView({ configurations: [AS_IT_IS, DRY], rows });
  expect(writtenLines(page).slice(1)).toEqual([
    '  1  as it is                   2       0    0.5     1      2 s',
    '  2  tone=dry, words=80         2       0      0     1      2 s',
    '',
    'ROW  INPUT  EXPECTED  ANSWER 1  ANSWER 2  RIGHT 1  RIGHT 2  LATENCY 1  LATENCY 2',
    '  1  t1     x         x         x         pass     pass           2 s        2 s',
    '  2  t2     x         x         {"a":1}   pass     fail           2 s        2 s',
  ]);
  expect(drawnLines(page).slice(4)).toEqual([
    'row  input  expected  answer 1  answer 2  right 1  right 2  latency 1  latency 2',
    '  2  t2     x         x         {"a":1}   pass     fail           2 s        2 s',
    '',
    '1 row of 2 has the same answer.',
  ]);
});

test('several inputs are JSON, and expected answers that no row has have no column', () => {
  const rows = [{ ...row(1, null, [answer('x')]), inputs: { a: 1, b: 'c' }, expected: {} }];
  const view = { configurations: [{ ...AS_IT_IS, scores: {} }], rows };
  expect(writtenLines(trialView(view)).slice(-2)).toEqual([
    'ROW  INPUT            ANSWER  LATENCY',
    '  1  {"a":1,"b":"c"}  x           2 s',
  ]);
  expect(drawnLines(trialView({ ...view, rows: [] })).at(-1)).toBe('No rows.');
});

const BEFORE = {
  label: 'deployed',
  variant_name: 'default',
  deployment: 'd',
  parameters: {},
  set_parameters: {},
  artifact_sha256: 'abcdef0123456789',
  answer: { version: '3.0', data: 'one two' },
  error: null,
  cost: 0.5,
  latency: 0.25,
};
const AFTER = { ...BEFORE, label: 'here', answer: { version: '3.0', data: { a: [1] } }, cost: null };
const DIFFERENT = { replayed: BEFORE, compared_with: AFTER, is_same: false, words: null };

test.each<[string, Partial<Parameters<typeof replayComparisonView>[0]>, string[]]>([
  ['the same output is said', { is_same: true }, ['Both outputs are the same.']],
  [
    'two texts are compared word by word',
    {
      words: [
        { kind: 'same', text: 'one ' },
        { kind: 'removed', text: 'two' },
        { kind: 'added', text: 'three' },
      ],
    },
    ['deployed → here', 'one [-two-]{+three+}'],
  ],
  [
    'others are shown one after the other',
    {},
    ['deployed:', 'one two', '', 'here:', '{', '  "a": [', '    1', '  ]', '}'],
  ],
  [
    'a run that failed shows its error',
    {
      replayed: { ...BEFORE, answer: null },
      compared_with: { ...AFTER, answer: null, error: { message: 'No model.' } },
      is_same: null,
    },
    ['deployed:', 'null', '', 'here:', 'No model.'],
  ],
])('of two runs, %s', (_, change, lines) => {
  expect(writtenLines(replayComparisonView({ ...DIFFERENT, ...change })).slice(4)).toEqual(lines);
});

test('two runs have their bundle, outcome, cost and latency', () => {
  const failed = { ...AFTER, answer: null, error: { message: 'No model.' } };
  expect(writtenLines(replayComparisonView({ ...DIFFERENT, compared_with: failed })).slice(0, 3)).toEqual([
    'RUN       BUNDLE        OUTCOME   COST  LATENCY',
    'deployed  abcdef012345  answered   0.5   250 ms',
    'here      abcdef012345  failed       -   250 ms',
  ]);
});

test('the cost of failed calls is a part of the sum, which is a lower bound where a cost is unknown', () => {
  const paid = { ...AS_IT_IS, answered: 1, failed: 1, cost: 1.5, failed_cost: 0.5, unpriced: 1 };
  expect(writtenLines(trialView({ configurations: [paid], rows: [] })).slice(0, 2)).toEqual([
    'NO.  CONFIGURATION  ANSWERED  FAILED  RIGHT           COST  OF WHICH FAILED  LATENCY',
    '  1  as it is              1       1    0.5  at least $1.5              0.5      2 s',
  ]);
});
