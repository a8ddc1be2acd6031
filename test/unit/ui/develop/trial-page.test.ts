import { expect, test } from 'vitest';
import { trialPage, type TrialView } from '../../../../src/ui/develop/trial-page.ts';
import { writtenLines } from '../fixtures.ts';

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
