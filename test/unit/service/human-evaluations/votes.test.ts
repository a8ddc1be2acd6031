import { expect, test } from 'vitest';
import { combineScores, combineVotes } from '../../../../src/service/human-evaluations/queries/human-scenarios.ts';
import { requireScore, requireVote } from '../../../../src/service/human-evaluations/operations/human-scenarios.ts';

const refusal = (field: string, msg: string) =>
  expect.objectContaining({
    code: 'WF_INVALID_INPUT',
    message: `${field}: ${msg}`,
    details: [{ loc: ['body', field], msg, type: 'value_error' }],
  });

test.each(['', '0', '1', 'v1', 'v2'])('the vote "%s" is one', (vote) => {
  expect(requireVote(vote, ['v1', 'v2'])).toBe(vote);
});

test('another vote is refused with those that there are', () => {
  expect(() => requireVote('v3', ['v1', 'v2'])).toThrow(refusal('vote', 'Input should be "", "0", "1", "v1", "v2"'));
});

test.each([
  ['', ''],
  [70, '70'],
  [0, '0'],
  ['0', '0'],
  [' 7.50 ', '7.5'],
  ['+3', '3'],
  ['-2.', '-2'],
  ['.5', '0.5'],
  ['1e3', '1000'],
  ['1.5E-2', '0.015'],
  ['2e+2', '200'],
])('the score %j is stored as "%s"', (score, stored) => {
  expect(requireScore(score)).toBe(stored);
});

test.each(['good', ' ', '.', '0x10', '1e', '1e400', '1 2', 'a1', '1a', '--1', Infinity, NaN])(
  'the score %j is refused',
  (score) => {
    expect(() => requireScore(score)).toThrow(
      refusal('score', 'Input should be a finite number, or "" to withdraw the score'),
    );
  },
);

const vote = (given: string, minute: number, score = '') => ({
  vote: given,
  score,
  updated_at: `2026-11-20T12:0${minute}:00Z`,
});

test.each([
  ['nothing without a vote', [], ''],
  ['nothing for only a note', [vote('', 1)], ''],
  ['the most frequent vote', [vote('a', 1), vote('a', 2), vote('b', 3)], 'a'],
  ['the newest of the most frequent', [vote('b', 1), vote('a', 3), vote('1', 2)], 'a'],
  ['the first of those that are equal in both', [vote('b', 1), vote('a', 1)], 'b'],
])('the votes on a case give %s', (_, votes, combined) => {
  expect(combineVotes(votes)).toBe(combined);
});

test('scores give their mean, without rounding errors', () => {
  expect(combineScores([vote('', 1, '0.1'), vote('', 1, '0.2'), vote('', 1)])).toBe('0.15');
  expect(combineScores([])).toBe('');
});
