import { expect, test } from 'vitest';
import {
  binomialCdf,
  fairCoinCdf,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
  chiSquaredQuantile,
} from '../../../../src/evaluation/statistics/distributions.ts';

// Reference values without another source: SciPy 1.17.1 and statsmodels 0.15.0, by the call named above each table.

// scipy.stats.norm.cdf(z)
test.each([
  [-3, 0.0013498980316300933],
  [-1.5, 0.06680720126885807],
  [0.3, 0.6179114221889526],
  [1.96, 0.9750021048517795],
  [4.5, 0.9999966023268753],
  [0, 0.5],
  [-8.4, 0],
  [8.4, 1],
  [Infinity, 1],
])('the normal distribution up to %d is %d', (z, p) => {
  expect(normalCdf(z)).toBeCloseTo(p, 14);
});

// scipy.stats.norm.ppf(p)
test.each([
  [0.001, -3.090232306167813],
  [0.025, -1.9599639845400545],
  [0.5, 0],
  [0.8, 0.8416212335729143],
  [0.9999, 3.719016485455709],
  [0, -Infinity],
  [1, Infinity],
])('the normal quantile at %d is %d', (p, z) => {
  expect(normalQuantile(p)).toBeCloseTo(z, 10);
});

// scipy.stats.t.cdf(t, degrees)
test.each([
  [-2, 3, 0.06966298427942152],
  [0.5, 1, 0.6475836176504333],
  [2.2, 10, 0.9737794657753234],
  [1.1, 250, 0.8638048991675127],
  [0, 7, 0.5],
  [Infinity, 5, 1],
  [-Infinity, 5, 0],
])('the t distribution up to %d with %d degrees is %d', (t, degrees, p) => {
  expect(studentCdf(t, degrees)).toBeCloseTo(p, 12);
});

// scipy.stats.t.ppf(p, degrees)
test.each([
  [0.975, 1, 12.706204736174694],
  [0.975, 4, 2.7764451051977934],
  [0.95, 30, 1.697260886593957],
  [0.005, 9, -3.2498355415921263],
  [0.975, 99_999, 1.9599877077718442],
])('the t quantile at %d with %d degrees is %d', (p, degrees, t) => {
  expect(studentQuantile(p, degrees)).toBeCloseTo(t, 8);
});

// scipy.stats.binom.cdf(k, n, 0.5)
test.each([
  [3, 10, 0.171875],
  [0, 5, 0.03125],
  [40, 100, 0.028443966820490444],
  [499_000, 1_000_000, 0.0228041499326948],
  [-1, 5, 0],
  [5, 5, 1],
])('at most %d heads of %d coins come with %d', (k, n, p) => {
  expect(fairCoinCdf(k, n)).toBeCloseTo(p, 10);
});

// 0.9999999 of one degree is far out: tan(π (p − ½)).
test('a t quantile far out is found', () => {
  expect(studentQuantile(0.9999999, 1) / Math.tan(Math.PI * (0.9999999 - 0.5))).toBeCloseTo(1, 6);
});

// scipy.stats.chi2.ppf(p, degrees)
test.each([
  [0.025, 4, 0.4844185570879299],
  [0.975, 4, 11.143286781877796],
  [0.05, 1, 0.003932140000019522],
  [0.999, 999, 1142.8479838910355],
])('the chi-squared quantile of %d at %d degrees is %d', (p, degrees, value) => {
  expect(chiSquaredQuantile(p, degrees) / value).toBeCloseTo(1, 10);
});

// Exact fractions: sum(comb(n, i) * p**i * (1 - p)**(n - i) for i in range(k + 1)) with p = Fraction(1, 10), …
test.each([
  [1, 4, 0.1, 0.9477],
  [2, 3, 0.3, 0.973],
  [0, 2, 0.75, 0.0625],
  [2, 5, 0, 1],
  [2, 5, 1, 0],
  [-1, 5, 0, 0],
  [5, 5, 1, 1],
  [6, 5, 0.5, 1],
])('at most %d successes of %d trials with probability %d come with %d', (k, n, p, expected) => {
  expect(binomialCdf(k, n, p)).toBeCloseTo(expected, 14);
});
