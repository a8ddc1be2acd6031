import { expect, test } from 'vitest';
import type { HumanCase } from '../../../../src/evaluation/human/human-case.ts';
import {
  compareVerdicts,
  goodOrBad,
  humanChoice,
  humanGood,
  humanPreference,
} from '../../../../src/evaluation/human/verdicts.ts';
import { scoredOf, votedOf } from '../../../helpers/human-records.ts';

const caseOf = ({ scenarios, votes }: ReturnType<typeof votedOf>): HumanCase => {
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('There is a case.');
  return { scenario, votes: votes[0]?.votes ?? [] };
};
const voted = (...votes: string[]) => caseOf(votedOf(votes));
const [DEFAULT = '', TUNED = ''] = voted('a').scenario.outputs.map(({ variant_id }) => variant_id);

test.each([
  [[80], 0],
  [[79.9], 1],
  [[70, 90], 0],
  [[70, 89], 1],
  [[null], null],
])('scores of %j are good from a mean of 80', (scores, verdict) => {
  expect(humanGood(80)(caseOf(scoredOf(scores.map((score) => [score]))))).toBe(verdict);
});

test.each([
  [['a'], 0],
  [['b', 'b', 'a'], 1],
  [['a', 'b'], null],
  [['+', '+', 'a'], 2],
])('the votes %j choose %j', (votes, choice) => {
  expect(humanChoice([DEFAULT, TUNED, '1'])(voted(...votes))).toBe(choice);
});

test.each([
  [['a'], 0],
  [['b'], 1],
  [['+'], 2],
  [['+', '-', 'a'], 2],
  [['a', '-'], null],
])('the votes %j prefer %j', (votes, preference) => {
  expect(humanPreference([DEFAULT, TUNED])(voted(...votes))).toBe(preference);
});

test.each([
  [null, 'higher', true, 0],
  [null, 'higher', false, 1],
  [null, 'higher', 0.9, null],
  [0.5, 'higher', 0.5, 0],
  [0.5, 'higher', 0.4, 1],
  [0.5, 'lower', 0.5, 0],
  [0.5, 'lower', 0.6, 1],
  [0.5, 'lower', null, null],
] as const)('from %j, with a goal that is %s, %j is %j', (pass, goal, value, verdict) => {
  expect(goodOrBad(pass, goal)([value])).toBe(verdict);
});

test('without a verdict there is none', () => {
  expect(goodOrBad(0.5, 'higher')([])).toBeNull();
  expect(compareVerdicts('higher')([1])).toBeNull();
});

test.each([
  ['higher', 1, 2, 1],
  ['higher', 2, 1, 0],
  ['higher', 1, 1, 2],
  ['lower', 1, 2, 0],
  ['lower', 2, 1, 1],
  ['higher', true, false, 0],
  ['higher', null, 1, null],
  ['higher', 1, null, null],
] as const)('with a goal that is %s, of %j and %j the judge prefers %j', (goal, first, second, preference) => {
  expect(compareVerdicts(goal)([first, second])).toBe(preference);
});
