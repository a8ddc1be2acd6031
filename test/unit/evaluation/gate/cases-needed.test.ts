import { expect, test } from 'vitest';
import type { MetricSummary } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import { casesNeeded, meanIntervalWith } from '../../../../src/evaluation/gate/cases-needed.ts';
import { positiveMeanInterval } from '../../../../src/evaluation/statistics/intervals.ts';
import { createMoments, type Moments } from '../../../../src/evaluation/statistics/moments.ts';

test.each([
  [0, 1, 1],
  [1, 2, 2],
  [10, 11, 11],
  [10, 40, 40],
  [10, 41, 41],
  [3, 2 ** 20 + 1, 2 ** 20 + 1],
  [1, 2 ** 30, 2 ** 30],
  [1, 2 ** 30 + 1, null],
])('of %d cases, when %d decide, %j are needed', (seen, enough, needed) => {
  expect(casesNeeded(seen, (cases) => cases >= enough)).toBe(needed);
});

test('as many skewed costs as seen have an interval that reaches as far', () => {
  // Their logarithms vary more than those of a lognormal sample with the same mean and variance.
  const costs = [620, 79, 201, 1934, 165, 1303, 1689, 513, 267, 1026];
  const figures = momentsOf(costs);
  const seen = positiveMeanInterval(figures, momentsOf(costs.map(Math.log)), 0.95);
  const metric = { kind: 'cost', method: 'lognormal', interval: seen, ...figures } as unknown as MetricSummary;
  expect(seen?.[1]).toBeGreaterThan(4000);
  expect(meanIntervalWith(10, metric, 0.95)?.[1]).toBeCloseTo(seen?.[1] ?? 0, 3);
  const isDecided = (cases: number) => (meanIntervalWith(cases, metric, 0.95)?.[1] ?? Infinity) <= 1650;
  expect(casesNeeded(10, isDecided)).toBe(28);
});

function momentsOf(values: readonly number[]): Moments {
  const moments = createMoments();
  for (const value of values) moments.add(value);
  return moments.read();
}
