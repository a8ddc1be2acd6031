import { expect, test } from 'vitest';
import { trialPage, type TrialView } from '../../../../src/ui/develop/trial-page.ts';
import { outlineOf, writtenLines } from '../fixtures.ts';

const answer = (data: unknown, score: boolean | null = true) => ({
  data,
  error: score === null ? { message: 'too late' } : null,
  cost: 0.5,
  latency: 2,
  scores: { right: score },
});
const figures = { answered: 2, failed: 0, cost: 1, latency: 2 };
const row = (number: number, isSame: boolean | null, answers: TrialView['rows'][number]['answers']) => ({
  row: number,
  inputs: { text: `t${number}` },
  expected: { correct_answer: 'x' },
  is_same: isSame,
  answers,
});

test('one configuration shows its answers', () => {
  const view: TrialView = {
    configurations: [{ config: {}, ...figures, scores: { right: 0.5 } }],
    rows: [row(1, null, [answer('x')]), row(3, null, [answer(null, null)])],
  };
  expect(writtenLines(trialPage(view))).toEqual([
    'NO.  CONFIGURATION  ANSWERED  FAILED  RIGHT  COST  LATENCY',
    '  1  as it is              2       0    0.5     1        2',
    '',
    'ROW  INPUT  EXPECTED  ANSWER            RIGHT  LATENCY',
    '  1  t1     x         x                 pass         2',
    '  3  t3     x         failed: too late  -            2',
  ]);
});

test('several configurations are compared row by row', () => {
  const view: TrialView = {
    configurations: [
      { config: {}, ...figures, scores: { right: 1 } },
      { config: { tone: 'dry', words: 80 }, ...figures, scores: { right: 0 } },
    ],
    rows: [row(1, true, [answer('x'), answer('x')]), row(2, false, [answer('x'), answer({ a: 1 }, false)])],
  };
  const page = trialPage(view);
  expect(writtenLines(page)).toEqual([
    'NO.  CONFIGURATION       ANSWERED  FAILED  RIGHT  COST  LATENCY',
    '  1  as it is                   2       0      1     1        2',
    '  2  tone=dry, words=80         2       0      0     1        2',
    '',
    'ROW  INPUT  EXPECTED  ANSWER 1  ANSWER 2  RIGHT 1  RIGHT 2  LATENCY 1  LATENCY 2',
    '  1  t1     x         x         x         pass     pass             2          2',
    '  2  t2     x         x         {"a":1}   pass     fail             2          2',
  ]);
  expect(page.filter(({ only }) => only === 'drawn')).toEqual([
    expect.objectContaining({ type: 'table', rows: [expect.arrayContaining([2, 't2', '{"a":1}'])] }),
    expect.objectContaining({ type: 'text', text: '1 row of 2 has the same answer.' }),
  ]);
});

test('what several inputs or expected answers have is JSON', () => {
  const view: TrialView = {
    configurations: [{ config: {}, ...figures, scores: {} }],
    rows: [{ ...row(1, null, [answer('x')]), inputs: { a: 1, b: 'c' }, expected: {} }],
  };
  expect(writtenLines(trialPage(view)).slice(-2)).toEqual([
    'ROW  INPUT            ANSWER  LATENCY',
    '  1  {"a":1,"b":"c"}  x             2',
  ]);
});

test('columns have kinds, and the latencies go first', () => {
  const view: TrialView = {
    configurations: [{ config: {}, ...figures, scores: { right: 0.5 } }],
    rows: [],
  };
  expect(outlineOf(trialPage(view))).toEqual([
    'table',
    '  no. | integer | 0',
    '  configuration | text | 1',
    '  answered | integer | 0',
    '  failed | integer | 0',
    '  right | score | 0',
    '  cost | cost | 2',
    '  latency | seconds | 2',
    '  1, "as it is", 2, 0, 0.5, 1, 2',
    'table',
    '  row | integer | 0',
    '  answer | text | 0',
    '  right | text | 1',
    '  latency | seconds | 5',
    '  No rows.',
  ]);
  const compared = { ...view, configurations: [...view.configurations, ...view.configurations] };
  const rows = [1, 2, 3].map((number) => row(number, number < 3, [answer('x'), answer('y')]));
  expect(outlineOf(trialPage({ ...compared, rows })).slice(9, -14)).toEqual([
    '  2, "as it is", 2, 0, 0.5, 1, 2',
    'table (drawn)',
    '  row | integer | 0',
    '  input | text | 4',
    '  expected | text | 3',
    '  answer 1 | text | 0',
    '  answer 2 | text | 0',
    '  right 1 | text | 1',
    '  right 2 | text | 1',
    '  latency 1 | seconds | 5',
    '  latency 2 | seconds | 5',
    '  3, "t3", "x", "x", "y", "pass", "pass", 2, 2',
    'text (drawn)',
    '  2 rows of 3 have the same answer.',
  ]);
  expect(outlineOf(trialPage(compared)).slice(9)).toEqual([
    '  2, "as it is", 2, 0, 0.5, 1, 2',
    'table (written)',
    '  row | integer | 0',
    '  answer 1 | text | 0',
    '  answer 2 | text | 0',
    '  right 1 | text | 1',
    '  right 2 | text | 1',
    '  latency 1 | seconds | 5',
    '  latency 2 | seconds | 5',
    '  No rows.',
  ]);
});

test('an answer that was refused after it came shows what came', () => {
  const late = { ...answer('x', null) };
  const view: TrialView = { configurations: [{ config: {}, ...figures, scores: {} }], rows: [row(1, null, [late])] };
  expect(writtenLines(trialPage(view)).at(-1)).toBe('  1  t1     x         x             2');
});
