import { expect, test } from 'vitest';
import { bootstrapMean } from '../../../../src/evaluation/statistics/bootstrap.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

// Reference values without another source: SciPy 1.17.1 and statsmodels 0.15.0, by the call named above each table.

const differences = [0.3, -0.1, 0.25, 0.4, 0, 0.1, -0.05, 0.9, 0.2, 0.15, 0.05, 0.35];

// scipy.stats.bootstrap((d,), np.mean, n_resamples=1_000_000, method='BCa', confidence_level=level)
test.each([
  [0.95, 0.1, 0.4083333333333334],
  [0.9, 0.11666666666666664, 0.37083333333333335],
])('the BCa interval at %d is [%d, %d]', (level, low, high) => {
  const { mean, interval } = bootstrapMean(singles(differences), {
    random: createRandom(7),
    level,
    resamples: 200_000,
  });
  expect(mean).toBeCloseTo(0.2125, 12);
  expect(Math.abs(interval[0] - low)).toBeLessThan(0.004);
  expect(Math.abs(interval[1] - high)).toBeLessThan(0.006);
});

test('the same seed gives the same interval, another seed a different one', () => {
  const run = (seed: number) => bootstrapMean(singles(differences), { random: createRandom(seed), level: 0.95 });
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

test('equal numbers have an interval without width', () => {
  expect(bootstrapMean(singles([0, 0, 0]), { random: createRandom(1), level: 0.95 })).toEqual({
    mean: 0,
    interval: [0, 0],
    pValue: 1,
  });
});

function singles(values: readonly number[]) {
  return { sums: Float64Array.from(values), counts: new Float64Array(values.length).fill(1) };
}
