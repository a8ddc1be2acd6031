import { expect, test } from 'vitest';
import { bcaInterval, shareBelow, shareUpTo } from '../../../../src/evaluation/statistics/bca-interval.ts';

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

test.each([
  [0, 0, 0.25],
  [1, 0.25, 0.75],
  [1.5, 0.75, 0.75],
  [2, 0.75, 1],
  [3, 1, 1],
  [-1, 0, 0],
])('of 0, 1, 1, 2 the shares below and up to %d are %d and %d', (bound, below, upTo) => {
  const sorted = Float64Array.of(0, 1, 1, 2);
  expect([shareBelow(sorted, bound), shareUpTo(sorted, bound)]).toEqual([below, upTo]);
});
