import { expect, test } from 'vitest';
import { decideMetrics } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { comparedOf, comparePairs } from '../../../helpers/error-rates/simulate.ts';

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

test('a score beyond its range makes the range unknown', () => {
  const inside = comparedOf('score', repeat(12, [0.5, 1]));
  const outside = comparedOf('score', [...repeat(11, [0.5, 1] as const), [0.5, 1.01]]);
  expect(inside).toMatchObject({ method: 'betting', range: [0, 1] });
  expect(outside).toMatchObject({ method: 'sign_flips', range: null, gate_interval: null });
});

test('interval and p-value agree on every verdict, also when several metrics share the error rate', () => {
  for (const size of [0, 0.05, 0.1, 0.15, 0.2, 0.3]) {
    const compared = [size, size / 2, 0, 0.4].map((shift, seed) =>
      comparePairs(
        seed % 2 === 0 ? 'score' : 'unbounded',
        Array.from(
          { length: 60 },
          (_, row) => [0.3 + 0.1 * Math.sin(row), 0.3 + shift + 0.1 * Math.cos(row * 7)] as const,
        ),
        seed,
      ),
    );
    for (const { interval, p_adjusted, verdict, interval_level } of decideMetrics(compared, 0.95)) {
      const [low, high] = interval ?? [NaN, NaN];
      expect(low > 0 || high < 0).toBe((p_adjusted ?? 1) < 0.05);
      expect(verdict === 'better').toBe((p_adjusted ?? 1) < 0.05);
      expect(interval_level).toBeGreaterThanOrEqual(0.95 - 1e-12);
    }
  }
});
