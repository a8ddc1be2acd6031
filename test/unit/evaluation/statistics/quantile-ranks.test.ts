import { expect, test } from 'vitest';
import { quantileRanks } from '../../../../src/evaluation/statistics/quantile-ranks.ts';

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
