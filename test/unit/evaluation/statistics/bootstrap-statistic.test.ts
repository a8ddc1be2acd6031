import { expect, test } from 'vitest';
import { bootstrapMean } from '../../../../src/evaluation/statistics/bootstrap.ts';
import { addUp, bootstrapStatistic } from '../../../../src/evaluation/statistics/bootstrap-statistic.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { scriptedRandom } from '../../../helpers/scripted-random.ts';

const mean = ([sum = 0, count = 0]: Float64Array) => (count === 0 ? null : sum / count);
const CASES = Array.from({ length: 50 }, (_, index) => [(index * 7) % 13, 1 + (index % 2)]);
const options = () => ({ random: createRandom(5), level: 0.95, resamples: 1000 });

test('sums add up', () => {
  expect([...addUp([[1, 2], [3, 4]])]).toEqual([4, 6]); // prettier-ignore
  expect([...addUp([])]).toEqual([]);
});

test('the interval of a mean is that of its own bootstrap', () => {
  const groups = {
    sums: Float64Array.from(CASES, ([sum = 0]) => sum),
    counts: Float64Array.from(CASES, ([, count = 0]) => count),
  };
  expect(bootstrapStatistic(CASES, mean, options())).toEqual(bootstrapMean(groups, options()).interval);
});

test('thousands of cases are drawn in groups', () => {
  const cases = Array.from({ length: 20_000 }, (_, index) => [index % 2, 1]);
  const [low = 0, high = 0] = bootstrapStatistic(cases, mean, { ...options(), resamples: 200 }) ?? [];
  // The standard error of a share of a half is 0.5 / sqrt(20,000), and 1.96 of it are 0.0069.
  expect([low, high]).toEqual([expect.closeTo(0.4931, 2), expect.closeTo(0.5069, 2)]);
});

test('there is none of four cases, without spread, or where most resamples have no value', () => {
  const rare = ([sum = 0]: Float64Array) => (sum > 3 ? sum : null);
  expect(bootstrapStatistic(CASES.slice(0, 4), mean, options())).toBeNull();
  expect(bootstrapStatistic([[1, 1], [1, 1]], mean, options())).toBeNull(); // prettier-ignore
  expect(
    bootstrapStatistic([[4], [0], [0], [0], [0], [0]], ([sum = 0]) => (sum > 5 ? sum : null), options()),
  ).toBeNull();
  expect(bootstrapStatistic([[3], [1], [0], [0], [0]], rare, { ...options(), resamples: 50 })).not.toEqual([0, 0]);
});

// test/fixtures/statistics/exact.py, with these draws.
const FIVE = [
  [0, 1],
  [3, 1],
  [8, 2],
  [1, 1],
  [2, 3],
];
const DRAWS = '00000 01234 22110 11133 20244 10104 22222'.split(' ');

test('resamples draw whole cases, and give the interval of the formula', () => {
  const { random, bounds } = scriptedRandom(DRAWS.join(''));
  const [low, high] = bootstrapStatistic(FIVE, mean, { random, level: 0.8, resamples: DRAWS.length }) ?? [];
  expect([low, high]).toEqual([expect.closeTo(0.17858329784733712, 12), expect.closeTo(2.4828324727968343, 12)]);
  expect(bounds).toEqual(Array.from({ length: 35 }, () => 5));
});

test('half of the resamples must have a value', () => {
  // Undefined where the third case was not drawn: in two, three or four of six.
  const some = ([sum = 0, count = 0]: Float64Array) => (sum >= 8 ? sum / count : null);
  const run = (draws: string) =>
    bootstrapStatistic(FIVE, some, { random: scriptedRandom(draws).random, level: 0.8, resamples: 6 });
  const [with2, without] = ['20000', '00000'];
  expect(run(`${with2}22222${with2}${without}${without}${without}`)).not.toBeNull();
  expect(run(`${with2}22222${without}${without}${without}${without}`)).toBeNull();
});

test('by default there are 2,000 resamples', () => {
  const { random, bounds } = scriptedRandom('0123401');
  bootstrapStatistic(FIVE, mean, { random, level: 0.9 });
  expect(bounds).toHaveLength(10_000);
});
