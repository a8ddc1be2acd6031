import { expect, test } from 'vitest';
import { combineVotes } from '../../../../src/evaluation/judges/combine-votes.ts';
import { errorResult, numberResult } from '../../../../src/evaluation/results/make-result.ts';

const vote = (value: number, reason = '') => ({ ...numberResult(value), reason });

test('one vote is the result', () => {
  expect(combineVotes([vote(7, 'right')])).toEqual({ type: 'number', value: 7, reason: 'right' });
  expect(combineVotes([errorResult('boom')])).toEqual(errorResult('boom'));
});

test('several votes are their mean, with the votes, their standard deviation and reasons', () => {
  // The sample standard deviation of 2, 4 and 9: squares of -3, -1 and 4 add up to 26, by 2 is 13.
  expect(combineVotes([vote(2, 'poor'), vote(4), vote(9, 'good')])).toEqual({
    type: 'number',
    value: 5,
    votes: [2, 4, 9],
    spread: expect.closeTo(Math.sqrt(13), 12),
    reason: '2: poor\n9: good',
  });
});

test('a vote that was not understood is left out, if most were', () => {
  expect(combineVotes([vote(2), errorResult('boom'), vote(4)])).toMatchObject({ value: 3, votes: [2, 4] });
  expect(combineVotes([vote(2), errorResult('boom')])).toEqual(errorResult('1 of 2 votes failed: boom'));
  expect(combineVotes([errorResult('a'), errorResult('b'), vote(1)])).toEqual(errorResult('2 of 3 votes failed: a'));
});
