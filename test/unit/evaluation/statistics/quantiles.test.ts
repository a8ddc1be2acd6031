import { expect, test } from 'vitest';
import { quantileOfSorted } from '../../../../src/evaluation/statistics/quantiles.ts';

// numpy.quantile(d, p), whose default is definition 7
test.each([
  [0.05, -0.07250000000000001],
  [0.25, 0.037500000000000006],
  [0.5, 0.175],
  [0.95, 0.6249999999999997],
])('the quantile at %d is %d', (p, value) => {
  const sorted = [0.3, -0.1, 0.25, 0.4, 0, 0.1, -0.05, 0.9, 0.2, 0.15, 0.05, 0.35].toSorted((a, b) => a - b);
  expect(quantileOfSorted(sorted, p)).toBeCloseTo(value, 12);
});
