import { expect, test } from 'vitest';
import { summariseAgreement } from '../../../../src/evaluation/human/summarise-agreement.ts';
import { scoredOf, votedOf } from '../../../helpers/human-records.ts';
import { roundFigures } from '../../../helpers/round-figures.ts';

const CATEGORIES = ['01932c5e-1111-7000-8000-000000000001', '01932c5e-1111-7000-8000-000000000002', '1', '0'];

function agree(given: ReturnType<typeof votedOf>, voters: number, categories: readonly string[] | null, level = 0.95) {
  const voterIds = Array.from({ length: voters }, (_, index) => `voter-${index}`);
  const agreement = summariseAgreement({ voterIds, categories, level });
  for (const { votes } of given.votes) agreement.add(votes);
  return roundFigures(agreement.read());
}

test.each([
  [['ab']],
  [['aabb+-', 'aabb+-']],
  [['aabb+.', 'abbb-b']],
  [['..', 'ab']],
  [['aa', 'aa']],
  [['aabb', 'abba', 'aabb']],
  [['aab.', 'ab.a', 'aabb']],
  [['a.', '.b', '..']],
  [['aa', 'aa', 'aa']],
])('the agreement of %j is measured', (votes) => {
  expect(agree(votedOf(votes), votes.length, CATEGORIES)).toMatchSnapshot();
});

test('the level decides the width of the interval', () => {
  expect(agree(votedOf(['aabb+-', 'aabbb-']), 2, CATEGORIES, 0.5)).toMatchSnapshot();
});

test.each([
  [[[50, 60, 70]]],
  [
    [
      [50, 60, 70],
      [50, 65, null],
    ],
  ],
  [
    [
      [50, 50],
      [50, 50],
    ],
  ],
  [
    [
      [50, null],
      [null, 60],
    ],
  ],
])('the agreement of the scores %j is measured', (scores) => {
  expect(agree(scoredOf(scores), scores.length, null)).toMatchSnapshot();
});
