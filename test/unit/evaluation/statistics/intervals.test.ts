import { expect, test } from 'vitest';
import {
  clipInterval,
  lognormalMeanInterval,
  meanInterval,
  pairedShareInterval,
  positiveMeanInterval,
  shareInterval,
} from '../../../../src/evaluation/statistics/intervals.ts';
import { createMoments } from '../../../../src/evaluation/statistics/moments.ts';

// Reference values without another source: SciPy 1.17.1 and statsmodels 0.15.0, by the call named above each table.

// scipy.stats.binomtest(k, n).proportion_ci(level, method='wilson')
test.each([
  [8, 10, 0.95, 0.4901624715366418, 0.9433178485456248],
  [0, 20, 0.95, 0, 0.16112515805281935],
  [20, 20, 0.95, 0.8388748419471808, 1],
  [50, 100, 0.99, 0.37527962504483986, 0.6247203749551602],
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

// Fagerland, Lydersen and Laake, "Recommended tests and confidence intervals for paired binomial proportions",
// Statistics in Medicine 33 (2014), the study of Bentur et al. (1, 1, 7, 12): −0.286 (−0.507 to −0.026).
test('the difference of paired shares has the published interval', () => {
  const interval = pairedShareInterval({ both: 1, onlySecond: 1, onlyFirst: 7, neither: 12 }, 0.95);
  expect(interval?.map((end) => Number(end.toFixed(3)))).toEqual([-0.507, -0.026]);
});

test('rows that never differ still leave doubt', () => {
  const interval = pairedShareInterval({ both: 20, onlyFirst: 0, onlySecond: 0, neither: 0 }, 0.95);
  expect(interval?.map((end) => Number(end.toFixed(3)))).toEqual([-0.161, 0.161]);
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
