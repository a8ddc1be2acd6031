import { expect, test } from 'vitest';
import { joinVotes } from '../../../../src/evaluation/human/human-case.ts';
import { summariseVotes } from '../../../../src/evaluation/human/summarise-votes.ts';
import { streamOf } from '../../../helpers/evaluation-records.ts';
import { humanEvaluationOf, scoredEvaluationOf, scoredOf, votedOf, votersOf } from '../../../helpers/human-records.ts';
import { roundFigures } from '../../../helpers/round-figures.ts';

const summarise = async (votes: readonly string[], options: { level?: number; seed?: number } = {}) => {
  const given = votedOf(votes);
  const cases = joinVotes(streamOf(given.scenarios), streamOf(given.votes));
  const evaluation = humanEvaluationOf();
  return roundFigures(await summariseVotes({ evaluation, voters: votersOf(votes), cases, ...options }));
};
const summariseScores = async (scores: readonly (readonly (number | null)[])[]) => {
  const given = scoredOf(scores);
  const cases = joinVotes(streamOf(given.scenarios), streamOf(given.votes));
  const voters = votersOf(scores.map((own) => own.map((score) => (score === null ? '.' : 'a')).join('')));
  return roundFigures(await summariseVotes({ evaluation: scoredEvaluationOf(), voters, cases }));
};

test.each([
  [['...']],
  [['aab+-.']],
  [['aaaa']],
  [['aab+-a', 'abb+-.', '......']],
  [['aabbab', 'aabbaa', 'abbb+a']],
  [['aa', 'aa']],
  [['a', 'b']],
])('the votes %j are summarised', async (votes) => {
  expect(await summarise(votes)).toMatchSnapshot();
});

test('level and seed are those that are asked for', async () => {
  expect(await summarise(['aab+-a', 'abb+-b'], { level: 0.5, seed: 7 })).toMatchSnapshot();
});

test.each([
  [[[null, null]]],
  [[[80, 90, 55.5, null]]],
  [
    [
      [80, 90, 60],
      [70, 95, null],
    ],
  ],
  [
    [
      [80, 80],
      [80, 80],
    ],
  ],
  // Only the API takes scores beyond 0 to 100: their interval is not clipped on either side.
  [[[99, 100, 101, 90]]],
  [[[1, 0, -1, 10]]],
  [[[0, 1, 0, 2]]],
  [[[100, 99, 100, 98]]],
])('the scores %j are summarised', async (scores) => {
  expect(await summariseScores(scores)).toMatchSnapshot();
});

test('votes that were not blind are counted by voter', async () => {
  const given = votedOf(['aab', 'bb.']);
  const votes = given.votes.map((each) => ({
    ...each,
    votes: each.votes.map((vote) => ({ ...vote, is_blind: vote.voter_id === 'voter-0' && each.position === 0 })),
  }));
  const cases = joinVotes(streamOf(given.scenarios), streamOf(votes));
  const summary = await summariseVotes({
    evaluation: humanEvaluationOf(),
    voters: votersOf(['aab', 'bb.', '']),
    cases,
  });
  expect(summary.not_blind).toBe(4);
  expect(summary.voters.map(({ not_blind }) => not_blind)).toEqual([2, 2, 0]);
});
