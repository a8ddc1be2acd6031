import { expect, test } from 'vitest';
import { compareMedianRatio, compareSlowRatio } from '../../../../src/evaluation/statistics/latency-ratios.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { createDraw, EQUAL_PERCENTILES } from '../../../helpers/error-rates/shapes.ts';
import { simulateSlowVerdicts } from '../../../helpers/error-rates/simulate.ts';

// scipy.stats.binomtest(k, n).pvalue: 9 of 10 is 0.021484375
test('the typical ratio is tested by the signs of the rows', () => {
  const logs = Float64Array.from([-1, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const { pValue, logRatio, intervalAt } = compareMedianRatio(logs);
  expect(pValue).toBeCloseTo(0.021484375, 12);
  expect(logRatio).toBe(4.5);
  expect(intervalAt(0.95)).toEqual([1, 8]);
  expect(compareMedianRatio(Float64Array.of(1, 2, 3)).intervalAt(0.95)).toBeNull();
});

test('rows that lasted as long speak for neither', () => {
  expect(compareMedianRatio(Float64Array.from({ length: 40 }, (_, row) => (row < 10 ? 1 : 0))).pValue).toBe(1);
});

test('stalls of one variant make its slow calls slower, and its typical one not', () => {
  const before = Float64Array.from({ length: 100 }, (_, row) => 1 + row / 1000);
  const after = before.map((seconds, row) => (row % 8 === 0 ? 30 : seconds));
  const { pValue, intervalAt } = compareSlowRatio({ before, after });
  expect(pValue).toBeLessThan(0.01);
  expect(intervalAt(0.95)?.[0]).toBeGreaterThan(0);
  expect(compareMedianRatio(before.map((seconds, row) => Math.log((after[row] ?? 0) / seconds))).pValue).toBe(1);
});

test('interval and p-value agree, and alike variants have few verdicts', () => {
  const draw = createDraw(createRandom(5));
  const seconds = () => Math.exp(0.5 * draw.normal()) * (draw.uniform() < 0.05 ? 30 : 1);
  let verdicts = 0;
  for (let run = 0; run < 60; run += 1) {
    const figures = {
      before: Float64Array.from({ length: 80 }, seconds),
      after: Float64Array.from({ length: 80 }, seconds),
    };
    const { pValue, intervalAt } = compareSlowRatio(figures);
    const [low = -1, high = 1] = run < 5 ? (intervalAt(0.95) ?? []) : [];
    if (run < 5) expect(low > 0 || high < 0).toBe(pValue < 0.05);
    if (pValue < 0.05) verdicts += 1;
  }
  expect(verdicts).toBeLessThanOrEqual(6);
});

// The limit of the slowest calls is that of both, so that only one of two spreads has calls near it.
test.each([
  [100, 1000, 0.08],
  [1000, 500, 0.13],
  [4000, 300, 0.14],
])('equal percentiles of unlike spread have, at %i rows, as many verdicts as documented', (rows, runs, promised) => {
  const rate = simulateSlowVerdicts(EQUAL_PERCENTILES, { rows, runs, seed: 100 });
  expect(Math.abs(rate - promised)).toBeLessThan(2 * Math.sqrt((promised * (1 - promised)) / runs));
});

test('few comparisons of equal percentiles of unlike spread pass a gate', () => {
  const draw = createDraw(createRandom(150));
  const passes = Array.from({ length: 200 }, () => {
    const pairs = Array.from({ length: 150 }, () => EQUAL_PERCENTILES(draw));
    const figures = {
      before: Float64Array.from(pairs, ([, varied]) => varied),
      after: Float64Array.from(pairs, ([steady]) => steady),
    };
    return (compareSlowRatio(figures).gateIntervalAt(0.95)?.[1] ?? 1) < 0;
  });
  // 2.5 % of 200, and twice the spread of such a simulation.
  expect(passes.filter(Boolean).length).toBeLessThanOrEqual(9);
});

test('a gate on slow calls needs 120 cases', () => {
  const endsOf = (cases: number) => {
    const before = Float64Array.from({ length: cases }, (_, row) => 1 + row / 1000);
    return compareSlowRatio({ before, after: before.map((seconds) => seconds / 10) }).gateIntervalAt(0.96);
  };
  expect([100, 120].map((cases) => endsOf(cases) === null)).toEqual([true, false]);
});
