import { expect, test } from 'vitest';
import { decideMetrics } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
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

test.each(['unbounded', 'score', 'cost'] as const)('sums of %s that differ by rounding errors are alike', (kind) => {
  const compared = comparedOf(kind, [...repeat(12, [0.3, 0.1 + 0.2] as const), [0.5, 0.5]]);
  expect(compared).toMatchObject({ better: 0, worse: 0, same: 13, difference: 0, p_value: 1 });
  expect(compared.verdict).not.toMatch(/better|worse/);
});

test('great whole numbers that differ by 1 are not alike', () => {
  const compared = comparedOf('unbounded', repeat(6, [9_007_199_254_740_990, 9_007_199_254_740_991] as const));
  expect(compared).toMatchObject({ better: 6, difference: 1, verdict: 'better' });
});

test('a change of latency is the median of the ratios of each row', () => {
  const metric = comparedOf('latency', [...repeat(10, [1, 2] as const), ...repeat(10, [4, 8] as const)]);
  expect(metric).toMatchObject({ scale: 'ratio', baseline: 2.5, candidate: 5, difference: 2.5, verdict: 'worse' });
  expect(metric.change).toBeCloseTo(1, 12);
  expect(metric.interval?.map((end) => Number(end.toFixed(12)))).toEqual([1, 1]);
  expect(metric).toMatchObject({ target: 'median', means: [2.5, 5] });
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

test('of few rows, no interval excludes 0 without a verdict, and none includes it beside one', () => {
  const random = createRandom(3);
  const drawn = (below: number) => random.below(below) / (below - 1);
  type Make = () => readonly [number | boolean, number | boolean];
  const shapes: readonly (readonly ['score' | 'latency' | 'unbounded', Make, Make])[] = [
    ['score', () => [drawn(5), drawn(5)], () => [drawn(2) / 4, 0.5 + drawn(3) / 4]],
    ['score', () => [drawn(2) === 1, drawn(2) === 1], () => [drawn(8) === 1, drawn(5) < 1]],
    ['latency', () => [1 + drawn(9), 1 + drawn(9)], () => [1 + drawn(4), 2 + 2 * drawn(9)]],
    ['unbounded', () => [drawn(4), drawn(4)], () => [drawn(9), 0.5 + drawn(9)]],
  ];
  for (let rows = 1; rows <= 15; rows += 1) {
    for (let index = 0; index < 16; index += 1) {
      const compared = shapes.map(([kind, alike, other]) => {
        return comparePairs(kind, Array.from({ length: rows }, index % 2 === 0 ? alike : other), index);
      });
      for (const metrics of [compared, ...compared.map((each) => [each])]) {
        for (const { interval, verdict } of decideMetrics(metrics, 0.95)) {
          const [low, high] = interval ?? [-1, 1];
          expect([rows, low > 0 || high < 0]).toEqual([rows, verdict === 'better' || verdict === 'worse']);
        }
      }
    }
  }
});

test.each([1, 13, 40, 160, 2000])(
  'of %d metrics together, none has too few flips: where all rows change alike, each is decided or has too few rows',
  (metrics) => {
    for (const rows of [1, 6, 12, 13, 16, 17, 20, 40]) {
      const twice = Array.from({ length: rows }, (_, row) => [1 + row / 7, 2 + (2 * row) / 7] as const);
      const [one, ...others] = [
        comparePairs('latency', twice, 1),
        ...repeat(metrics - 1, comparePairs('latency', [[1, 1]], 1)),
      ];
      if (one === undefined) throw new Error('One was compared.');
      const [decided] = decideMetrics([one, ...others], 0.95);
      const isEnough = 2 ** (1 - rows) < 0.05 / metrics;
      expect([rows, decided?.verdict]).toEqual([rows, isEnough ? 'worse' : 'too few rows']);
      expect(rows >= (decided?.least_pairs ?? 0)).toBe(isEnough);
    }
  },
);
