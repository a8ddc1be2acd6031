import { expect, test } from 'vitest';
import {
  clipInterval,
  createMoments,
  lognormalMeanInterval,
  meanInterval,
  positiveMeanInterval,
  shareInterval,
} from '../../../../src/evaluation/statistics/intervals.ts';
import { quantileRanks } from '../../../../src/evaluation/statistics/quantiles.ts';

// Reference values without another source: SciPy 1.17.1 and statsmodels 0.15.0, by the call named above each table.

// scipy.stats.binomtest(k, n).proportion_ci(level, method='exact'); of the sum of shares, beta.ppf: references.py
test.each([
  [8, 10, 0.95, 0.4439045376923585, 0.9747892736731665],
  [0, 20, 0.95, 0, 0.16843347098308548],
  [20, 20, 0.95, 0.8315665290169145, 1],
  [50, 100, 0.99, 0.36886143735890525, 0.6311385626410948],
  [7 + 1 / 3, 10, 0.95, 0.3783125962882588, 0.9487741953272496],
])('%d of %d at %d lies between %d and %d', (successes, count, level, low, high) => {
  const interval = shareInterval(successes, count, level);
  expect(interval?.[0]).toBeCloseTo(low, 12);
  expect(interval?.[1]).toBeCloseTo(high, 12);
});

test('a share of nothing has no interval', () => {
  expect(shareInterval(0, 0, 0.95)).toBeNull();
});

// scipy.stats.t.interval(0.95, 5, mean, sem)
test('the interval of a mean is that of Student', () => {
  const interval = meanInterval(momentsOf([2.1, 3.4, 1.9, 5.6, 4.4, 3.8]), 0.95);
  expect(interval?.[0]).toBeCloseTo(2.061626902295429, 10);
  expect(interval?.[1]).toBeCloseTo(5.005039764371237, 10);
});

// test/fixtures/statistics/references.py
test('the interval of the mean of skewed numbers is that of their logarithms', () => {
  const interval = lognormalMeanInterval(momentsOf([2.1, 3.4, 1.9, 5.6, 4.4, 3.8].map(Math.log)), 0.95);
  expect(interval?.[0]).toBeCloseTo(2.2490117044481828, 10);
  expect(interval?.[1]).toBeCloseTo(7.069048325583078, 10);
  expect(lognormalMeanInterval(momentsOf([1]), 0.95)).toBeNull();
});

test('the interval of positive numbers is the wider one', () => {
  const numbers = [0.1, 0.2, 0.1, 9, 0.1, 0.2, 0.1, 3];
  const [plain, skewed] = [
    meanInterval(momentsOf(numbers), 0.95),
    lognormalMeanInterval(momentsOf(numbers.map(Math.log)), 0.95),
  ];
  const wider = positiveMeanInterval(momentsOf(numbers), momentsOf(numbers.map(Math.log)), 0.95);
  expect(wider).toEqual([0, Math.max(plain?.[1] ?? 0, skewed?.[1] ?? 0)]);
  expect(positiveMeanInterval(momentsOf([1]), momentsOf([0]), 0.95)).toBeNull();
  expect(positiveMeanInterval(momentsOf([0, 1]), momentsOf([0]), 0.95)?.[0]).toBe(0);
});

test('few positive numbers that permit any mean have no interval', () => {
  const intervalOf = (numbers: readonly number[]) =>
    positiveMeanInterval(momentsOf(numbers), momentsOf(numbers.map(Math.log)), 0.95);
  expect([intervalOf([0.01, 0.5]), intervalOf([0.1, 0.2, 9])]).toEqual([null, null]);
  expect(intervalOf([0.5, 0.501])?.every(Number.isFinite)).toBe(true);
});

test('an interval is clipped to what is possible', () => {
  expect(clipInterval([-0.08, 1.28], { low: 0, high: 1 })).toEqual([0, 1]);
  expect(clipInterval([0.1, 0.2], { low: 0, high: Infinity })).toEqual([0.1, 0.2]);
  expect(clipInterval(null, { low: 0, high: 1 })).toBeNull();
});

test('one number has no interval', () => {
  expect(meanInterval(momentsOf([1]), 0.95)).toBeNull();
});

test('a share of a million has an interval', () => {
  const [low, high] = shareInterval(999_000, 1_000_000, 0.95) ?? [];
  expect([low, high]).toEqual([expect.closeTo(0.9989360818926863, 9), expect.closeTo(0.9990609987920546, 9)]);
});

function momentsOf(values: readonly number[]) {
  const moments = createMoments();
  for (const value of values) moments.add(value);
  return moments.read();
}

test('numbers whose squares exceed all doubles have a mean, and no interval', () => {
  const moments = createMoments();
  for (const value of [1e308, 1e308, -1e308, 1.6e308]) moments.add(value);
  const { mean, variance } = moments.read();
  expect(mean / 1e308).toBeCloseTo(0.65, 12);
  expect(variance).toBe(Number.MAX_VALUE);
  expect(meanInterval(moments.read(), 0.95)).toBeNull();
});

// scipy.stats.binom.ppf(0.025, n, p) and ppf(0.975, n, p) + 1: the ranks of scipy's quantile_test and Conover's tables.
test.each([
  [100, 0.5, 40, 61],
  [20, 0.5, 6, 15],
  [200, 0.95, 184, 197],
  [5, 0.5, 0, 6],
  [71, 0.95, 63, 72],
  [72, 0.95, 64, 72],
])('of %d numbers, the quantile at %d lies between those of rank %d and %d', (count, p, low, high) => {
  expect(quantileRanks(count, p, 0.95)).toEqual([low, high]);
});

// Python: statistics.fmean(d), statistics.variance(d)
test('mean and sample variance are exact for whole numbers', () => {
  expect(momentsOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ count: 8, mean: 5, variance: 32 / 7, least: 2, greatest: 9 });
  expect(momentsOf([-3, 1])).toEqual({ count: 2, mean: -1, variance: 8, least: -3, greatest: 1 });
});

test('one number has no variance, and none have no mean', () => {
  expect(momentsOf([7])).toEqual({ count: 1, mean: 7, variance: 0, least: 7, greatest: 7 });
  expect(momentsOf([])).toEqual({ count: 0, mean: 0, variance: 0, least: Infinity, greatest: -Infinity });
});

test('numbers far from 0 lose no digits of their variance', () => {
  const { mean, variance } = momentsOf([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]);
  expect([mean, variance]).toEqual([1e9 + 10, 30]);
});

test('numbers whose sum exceeds all doubles have their mean', () => {
  const most = Number.MAX_VALUE;
  expect(momentsOf([most, most])).toMatchObject({ mean: most, variance: 0 });
  expect(momentsOf([most, -most])).toMatchObject({ mean: 0, variance: most, least: -most, greatest: most });
});
