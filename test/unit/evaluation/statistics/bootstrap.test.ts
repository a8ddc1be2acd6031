import { expect, test } from 'vitest';
import { bootstrapMean } from '../../../../src/evaluation/statistics/bootstrap.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { scriptedRandom } from '../../../helpers/scripted-random.ts';

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

// test/fixtures/statistics/exact.py, with these draws.
const GROUPS = { sums: Float64Array.of(0, 3, 8, 1, 2), counts: Float64Array.of(1, 1, 2, 1, 3) };
const DRAWS = '00000 01234 22110 11133 20244 10104 22222'.split(' ');

test('resamples draw whole groups, and give the interval of the formula', () => {
  const { random, bounds } = scriptedRandom(DRAWS.join(''));
  const { mean, interval, pValue } = bootstrapMean(GROUPS, { random, level: 0.8, resamples: DRAWS.length });
  expect(mean).toBe(14 / 8);
  expect(interval[0]).toBeCloseTo(0.17858329784733712, 12);
  expect(interval[1]).toBeCloseTo(2.4828324727968343, 12);
  // One of seven means is 0 or less.
  expect(pValue).toBeCloseTo((2 * (1 + 1)) / (7 + 1), 12);
  expect(bounds).toEqual(Array.from({ length: 35 }, () => 5));
});

test('the p-value counts the means on the rarer side', () => {
  const sums = Float64Array.of(-1, 3);
  const pOf = (draws: string, values = sums) =>
    bootstrapMean(
      { sums: values, counts: Float64Array.of(1, 1) },
      { random: scriptedRandom(draws).random, level: 0.8, resamples: draws.length / 2 },
    ).pValue;
  // Means of −1, 1, 1 and 3; of −1, −1, −1 and 3.
  expect([pOf('00011011'), pOf('00000011')]).toEqual([expect.closeTo(0.8, 12), expect.closeTo(0.8, 12)]);
  expect(pOf('11111111')).toBeCloseTo(0.4, 12);
});

test('by default there are 5,000 resamples', () => {
  const { random, bounds } = scriptedRandom('01');
  bootstrapMean({ sums: Float64Array.of(1, 2), counts: Float64Array.of(1, 1) }, { random, level: 0.9 });
  expect(bounds).toHaveLength(10_000);
});
