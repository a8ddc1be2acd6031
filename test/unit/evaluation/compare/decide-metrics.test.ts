import { expect, test } from 'vitest';
import { compareMetric } from '../../../../src/evaluation/compare/compare-metric.ts';
import { decideMetrics } from '../../../../src/evaluation/compare/decide-metrics.ts';
import { comparedOf } from '../../../helpers/error-rates/simulate.ts';

const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('one row decides nothing, however different its scores', () => {
  expect(comparedOf('score', [[0, 1]])).toMatchObject({
    method: 'betting',
    verdict: 'too few rows',
    least_pairs: 8,
    change: 1,
  });
  expect(comparedOf('score', repeat(7, [0, 1]))).toMatchObject({ verdict: 'too few rows', least_pairs: 8 });
  expect(comparedOf('score', repeat(8, [0, 1]))).toMatchObject({ verdict: 'better', least_pairs: 8 });
  expect(comparedOf('score', repeat(5, [false, true]))).toMatchObject({ verdict: 'too few rows', least_pairs: 6 });
  expect(comparedOf('latency', repeat(5, [1, 2]))).toMatchObject({
    verdict: 'too few rows',
    interval: null,
    least_pairs: 6,
  });
  expect(comparedOf('unbounded', repeat(6, [1, 2]))).toMatchObject({ verdict: 'better', method: 'sign_flips' });
});

test('a change of latency is the geometric mean of the ratios of each row', () => {
  const metric = comparedOf('latency', [...repeat(10, [1, 2] as const), ...repeat(10, [4, 8] as const)]);
  expect(metric).toMatchObject({ scale: 'ratio', baseline: 2.5, candidate: 5, difference: 2.5, verdict: 'worse' });
  expect(metric.change).toBeCloseTo(1, 12);
  expect(metric.interval?.map((end) => Number(end.toFixed(12)))).toEqual([1, 1]);
  // In a gate, an unseen row may be ten times slower.
  expect(metric.gate_interval?.[0]).toBeLessThan(1);
  expect(metric.gate_interval?.[1]).toBeGreaterThan(1.5);
});

test('latencies below the noise of the clock do not differ', () => {
  expect(comparedOf('latency', repeat(50, [0.0003, 0.0099]))).toMatchObject({
    change: 0,
    same: 50,
    worse: 0,
    verdict: 'no difference shown',
  });
});

test('a score beyond its range makes the range unknown', () => {
  const inside = comparedOf('score', repeat(12, [0.5, 1]));
  const outside = comparedOf('score', [...repeat(11, [0.5, 1] as const), [0.5, 1.01]]);
  expect(inside).toMatchObject({ method: 'betting', range: [0, 1] });
  expect(outside).toMatchObject({ method: 'sign_flips', range: null, gate_interval: null });
});

test('shares of repetitions have the range from 0 to 1', () => {
  const metric = {
    name: 'own',
    id: null,
    key: 'own',
    evaluator: null,
    source: 'evaluator',
    isTimed: false,
    goal: 'higher',
    range: null,
  } as const;
  const comparison = compareMetric({ ...metric, read: () => null }, 1);
  for (let row = 0; row < 20; row += 1) {
    comparison.add({ value: 1 / 3, isFlaky: true, isShare: true }, { value: true, isFlaky: false, isShare: true });
  }
  const [decided] = decideMetrics([comparison.read(0.95)], 0.95);
  expect(decided).toMatchObject({ kind: 'score', method: 'betting', range: [0, 1], verdict: 'better' });
});

test('interval and p-value agree on every verdict, also when several metrics share the error rate', () => {
  for (const size of [0, 0.05, 0.1, 0.15, 0.2, 0.3]) {
    const compared = [size, size / 2, 0, 0.4].map((shift, seed) => {
      const metric = {
        name: 'm',
        id: null,
        key: 'm',
        evaluator: null,
        goal: 'higher',
        isTimed: false,
        read: () => null,
      } as const;
      const range = seed % 2 === 0 ? { low: 0, high: 1 } : null;
      const comparison = compareMetric({ ...metric, source: 'evaluator', range }, seed);
      for (let row = 0; row < 60; row += 1) {
        const value = { isFlaky: false, isShare: false };
        comparison.add(
          { ...value, value: 0.3 + 0.1 * Math.sin(row) },
          { ...value, value: 0.3 + shift + 0.1 * Math.cos(row * 7) },
        );
      }
      return comparison.read(0.95);
    });
    for (const { interval, p_adjusted, verdict, interval_level } of decideMetrics(compared, 0.95)) {
      const [low, high] = interval ?? [NaN, NaN];
      expect(low > 0 || high < 0).toBe((p_adjusted ?? 1) < 0.05);
      expect(verdict === 'better').toBe((p_adjusted ?? 1) < 0.05);
      expect(interval_level).toBeGreaterThanOrEqual(0.95 - 1e-12);
    }
  }
});
