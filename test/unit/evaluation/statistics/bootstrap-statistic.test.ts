import { expect, test } from 'vitest';
import { bootstrapMean } from '../../../../src/evaluation/statistics/bootstrap.ts';
import { addUp, bootstrapStatistic } from '../../../../src/evaluation/statistics/bootstrap-statistic.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

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
