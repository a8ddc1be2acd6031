import { expect, test } from 'vitest';
import { combineScores, combineVotes } from '../../../../src/service/human-evaluations/combine-votes.ts';

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
