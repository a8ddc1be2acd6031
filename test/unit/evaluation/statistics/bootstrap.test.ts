import { expect, test } from 'vitest';
import { bcaInterval, bootstrapStatistic } from '../../../../src/evaluation/statistics/bootstrap-statistic.ts';
import { bootstrapMean } from '../../../../src/evaluation/statistics/bootstrap.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { scriptedRandom } from '../../../helpers/scripted-random.ts';

// Reference values without another source: SciPy 1.17.1 and statsmodels 0.15.0, by the call named above each table.

const differences = [0.3, -0.1, 0.25, 0.4, 0, 0.1, -0.05, 0.9, 0.2, 0.15, 0.05, 0.35];

// scipy.stats.bootstrap((d,), np.mean, n_resamples=1_000_000, method='BCa', confidence_level=level)
test.each([
  [0.95, 0.1, 0.4083333333333334],
  [0.9, 0.11666666666666664, 0.37083333333333335],
])('the BCa interval at %d is [%d, %d]', (level, low, high) => {
  const { mean, interval } = bootstrapMean(singles(differences), {
    random: createRandom(7),
    level,
    resamples: 200_000,
  });
  expect(mean).toBeCloseTo(0.2125, 12);
  expect(Math.abs(interval[0] - low)).toBeLessThan(0.004);
  expect(Math.abs(interval[1] - high)).toBeLessThan(0.006);
});

test('the same seed gives the same interval, another seed a different one', () => {
  const run = (seed: number) => bootstrapMean(singles(differences), { random: createRandom(seed), level: 0.95 });
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

test('equal numbers have an interval without width', () => {
  expect(bootstrapMean(singles([0, 0, 0]), { random: createRandom(1), level: 0.95 })).toEqual({
    mean: 0,
    interval: [0, 0],
    pValue: 1,
  });
});

function singles(values: readonly number[]) {
  return { sums: Float64Array.from(values), counts: new Float64Array(values.length).fill(1) };
}

// test/fixtures/statistics/exact.py, with these draws.
const GROUPS = { sums: Float64Array.of(0, 3, 8, 1, 2), counts: Float64Array.of(1, 1, 2, 1, 3) };
const DRAWS = '00000 01234 22110 11133 20244 10104 22222'.split(' ');

test('resamples draw whole groups, and give the interval of the formula', () => {
  const { random } = scriptedRandom(DRAWS.join(''));
  const { mean, interval, pValue } = bootstrapMean(GROUPS, { random, level: 0.8, resamples: DRAWS.length });
  expect(mean).toBe(14 / 8);
  expect(interval[0]).toBeCloseTo(0.17858329784733712, 12);
  expect(interval[1]).toBeCloseTo(2.4828324727968343, 12);
  // One of seven means is 0 or less.
  expect(pValue).toBeCloseTo((2 * (1 + 1)) / (7 + 1), 12);
});

test('the p-value counts the means on the rarer side', () => {
  const sums = Float64Array.of(-1, 3);
  const pOf = (draws: string, values = sums) =>
    bootstrapMean(
      { sums: values, counts: Float64Array.of(1, 1) },
      { random: scriptedRandom(draws).random, level: 0.8, resamples: draws.length / 2 },
    ).pValue;
  // Means of −1, 1, 1 and 3; of −1, −1, −1 and 3.
  expect([pOf('00011011'), pOf('00000011')]).toEqual([expect.closeTo(0.8, 12), expect.closeTo(0.8, 12)]);
  expect(pOf('11111111')).toBeCloseTo(0.4, 12);
});

const numbers = (length: number, at: (index: number) => number) =>
  Float64Array.from({ length }, (_, index) => at(index));
/** 0.00, 0.01, … 1.00 */
const EVEN = numbers(101, (index) => index / 100);
const round = (interval: readonly [number, number]) => interval.map((end) => Number(end.toFixed(4)));

test('without bias and acceleration, the interval is that of the percentiles', () => {
  const jackknife = Float64Array.of(0.4, 0.5, 0.6);
  expect(round(bcaInterval({ estimate: 0.5, resampled: EVEN, jackknife }, 0.9))).toEqual([0.05, 0.95]);
});

test('resamples below the estimate move it up', () => {
  const jackknife = Float64Array.of(0.4, 0.5, 0.6);
  expect(round(bcaInterval({ estimate: 0.6, resampled: EVEN, jackknife }, 0.9))).toEqual([0.1265, 0.9841]);
});

test('a skewed jackknife stretches one side', () => {
  const jackknife = Float64Array.of(0.1, 0.55, 0.6, 0.65);
  expect(round(bcaInterval({ estimate: 0.5, resampled: EVEN, jackknife }, 0.9))).toEqual([0.0756, 0.973]);
});

test.each([
  ['one case', Float64Array.of(7)],
  ['equal cases', Float64Array.of(0.3, 0.3, 0.3)],
  ['equal cases but for rounding', Float64Array.of(0.5, 0.5 + 2 ** -53, 0.5 - 2 ** -54)],
])('%s have no acceleration', (_, jackknife) => {
  expect(round(bcaInterval({ estimate: 0.5, resampled: EVEN, jackknife }, 0.9))).toEqual([0.05, 0.95]);
});

test('an estimate outside of all resamples gives the end of them', () => {
  const jackknife = Float64Array.of(0.4, 0.5, 0.6);
  expect(round(bcaInterval({ estimate: 2, resampled: EVEN, jackknife }, 0.9))).toEqual([0.9998, 1]);
  expect(round(bcaInterval({ estimate: -1, resampled: EVEN, jackknife }, 0.9))).toEqual([0, 0.0002]);
});

const mean = ([sum = 0, count = 0]: Float64Array) => (count === 0 ? null : sum / count);
const CASES = Array.from({ length: 50 }, (_, index) => [(index * 7) % 13, 1 + (index % 2)]);
const statisticOptions = () => ({ random: createRandom(5), level: 0.95, resamples: 1000 });

test('the interval of a mean is that of its own bootstrap', () => {
  const groups = {
    sums: Float64Array.from(CASES, ([sum = 0]) => sum),
    counts: Float64Array.from(CASES, ([, count = 0]) => count),
  };
  expect(bootstrapStatistic(CASES, mean, statisticOptions())).toEqual(
    bootstrapMean(groups, statisticOptions()).interval,
  );
});

test('thousands of cases are drawn in groups', () => {
  const cases = Array.from({ length: 20_000 }, (_, index) => [index % 2, 1]);
  const [low = 0, high = 0] = bootstrapStatistic(cases, mean, { ...statisticOptions(), resamples: 200 }) ?? [];
  // The standard error of a share of a half is 0.5 / sqrt(20,000), and 1.96 of it are 0.0069.
  expect([low, high]).toEqual([expect.closeTo(0.4931, 2), expect.closeTo(0.5069, 2)]);
});

test('there is none of four cases, without spread, or where most resamples have no value', () => {
  const rare = ([sum = 0]: Float64Array) => (sum > 3 ? sum : null);
  expect(bootstrapStatistic(CASES.slice(0, 4), mean, statisticOptions())).toBeNull();
  expect(bootstrapStatistic([[1, 1], [1, 1]], mean, statisticOptions())).toBeNull(); // prettier-ignore
  expect(
    bootstrapStatistic([[4], [0], [0], [0], [0], [0]], ([sum = 0]) => (sum > 5 ? sum : null), statisticOptions()),
  ).toBeNull();
  expect(bootstrapStatistic([[3], [1], [0], [0], [0]], rare, { ...statisticOptions(), resamples: 50 })).not.toEqual([
    0, 0,
  ]);
});

// test/fixtures/statistics/exact.py, with these draws.
const FIVE = [
  [0, 1],
  [3, 1],
  [8, 2],
  [1, 1],
  [2, 3],
];

test('resamples draw whole cases, and give the interval of the formula', () => {
  const { random } = scriptedRandom(DRAWS.join(''));
  const [low, high] = bootstrapStatistic(FIVE, mean, { random, level: 0.8, resamples: DRAWS.length }) ?? [];
  expect([low, high]).toEqual([expect.closeTo(0.17858329784733712, 12), expect.closeTo(2.4828324727968343, 12)]);
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
