import { describe, expect, test } from 'vitest';
import { bootstrapMean } from '../../../../src/evaluation/statistics/bootstrap.ts';
import {
  fairCoinCdf,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
} from '../../../../src/evaluation/statistics/distributions.ts';
import { correctForNumber, signTest } from '../../../../src/evaluation/statistics/exact-tests.ts';
import { meanInterval, pairedShareInterval, shareInterval } from '../../../../src/evaluation/statistics/intervals.ts';
import { createMoments } from '../../../../src/evaluation/statistics/moments.ts';
import { detectableDifference, pairsToFind } from '../../../../src/evaluation/statistics/power.ts';
import { quantileOfSorted } from '../../../../src/evaluation/statistics/quantiles.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

// Reference values without another source: SciPy 1.17.1 and statsmodels 0.15.0, by the call named above each table.

describe('distributions', () => {
  // scipy.stats.norm.cdf(z)
  test.each([
    [-3, 0.0013498980316300933],
    [-1.5, 0.06680720126885807],
    [0.3, 0.6179114221889526],
    [1.96, 0.9750021048517795],
    [4.5, 0.9999966023268753],
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
});

describe('exact tests', () => {
  // scipy.stats.binomtest(a, a + b, 0.5).pvalue; R: mcnemar.exact of exact2x2 on the same discordant pairs
  test.each([
    [5, 15, 0.04138946533203125],
    [0, 4, 0.125],
    [12, 12, 1],
    [1, 0, 1],
    [120, 165, 0.009033430049835372],
    [59, 16, 6.114156572521501e-7],
    [0, 0, 1],
  ])('%d rows better and %d worse have p = %d', (better, worse, p) => {
    expect(signTest(better, worse)).toBeCloseTo(p, 12);
  });

  // statsmodels.stats.multitest.multipletests(p, method='holm')[1]
  test.each([
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.6, 0.02, 0.02, 0.5, 0.9],
      [1, 0.1, 0.1, 1, 1],
    ],
    [[], []],
  ])('Holm corrects %j to %j', (given, corrected) => {
    const rounded = correctForNumber(given).map((p) => Number(p.toFixed(12)));
    expect(rounded).toEqual(corrected);
  });
});

describe('intervals', () => {
  // scipy.stats.binomtest(k, n).proportion_ci(level, method='wilson')
  test.each([
    [8, 10, 0.95, 0.4901624715366418, 0.9433178485456248],
    [0, 20, 0.95, 0, 0.16112515805281935],
    [20, 20, 0.95, 0.8388748419471808, 1],
    [50, 100, 0.99, 0.37527962504483986, 0.6247203749551602],
  ])('%d of %d at %d lies between %d and %d', (successes, count, level, low, high) => {
    const interval = shareInterval(successes, count, level);
    expect(interval?.[0]).toBeCloseTo(low, 12);
    expect(interval?.[1]).toBeCloseTo(high, 12);
  });

  test('a share of nothing has no interval', () => {
    expect(shareInterval(0, 0, 0.95)).toBeNull();
  });

  // scipy.stats.t.interval(0.95, 5, mean, sem)
  test('the interval of a mean is that of Student', () => {
    const interval = meanInterval(momentsOf([2.1, 3.4, 1.9, 5.6, 4.4, 3.8]), 0.95);
    expect(interval?.[0]).toBeCloseTo(2.061626902295429, 10);
    expect(interval?.[1]).toBeCloseTo(5.005039764371237, 10);
  });

  test('one number has no interval', () => {
    expect(meanInterval(momentsOf([1]), 0.95)).toBeNull();
  });

  // Fagerland, Lydersen and Laake, "Recommended tests and confidence intervals for paired binomial proportions",
  // Statistics in Medicine 33 (2014), the study of Bentur et al. (1, 1, 7, 12): −0.286 (−0.507 to −0.026).
  test('the difference of paired shares has the published interval', () => {
    const interval = pairedShareInterval({ both: 1, onlySecond: 1, onlyFirst: 7, neither: 12 }, 0.95);
    expect(interval?.map((end) => Number(end.toFixed(3)))).toEqual([-0.507, -0.026]);
  });

  test('rows that never differ still leave doubt', () => {
    const interval = pairedShareInterval({ both: 20, onlyFirst: 0, onlySecond: 0, neither: 0 }, 0.95);
    expect(interval?.map((end) => Number(end.toFixed(3)))).toEqual([-0.161, 0.161]);
  });
});

describe('bootstrap', () => {
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

  test('the same seed gives the same interval, another seed another one', () => {
    const run = (seed: number) => bootstrapMean(singles(differences), { random: createRandom(seed), level: 0.95 });
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });

  test('numbers that are all the same have an interval of no width', () => {
    expect(bootstrapMean(singles([0, 0, 0]), { random: createRandom(1), level: 0.95 })).toEqual({
      mean: 0,
      interval: [0, 0],
      pValue: 1,
    });
  });
});

describe('power', () => {
  // Connor (1987) by hand: ((1.959964 √0.13 + 0.841621 √(0.13 − 0.05²)) / 0.05)²
  test.each([
    [0.05, 0.13, 405.7758648790234],
    [0.1, 0.2, 154.59856956021105],
    [0.2, 0.4, 76.08748449318014],
  ])('a difference of %d among %d discordant needs %d pairs', (difference, discordant, pairs) => {
    expect(pairsToFind(difference, { discordant })).toBeCloseTo(pairs, 6);
  });

  // The chance that McNemar's test finds it, summed over all outcomes with scipy.stats.binom: 0.8085 for 404 pairs, 0.799
  // for 200 pairs at 0.0866.
  test('200 pairs find 8.8 points where a fifth of the rows differ', () => {
    expect(detectableDifference(200, { discordant: 0.2 })).toBeCloseTo(0.0881, 3);
  });

  test('ten pairs find nothing where a fifth of the rows differ', () => {
    expect(detectableDifference(10, { discordant: 0.2 })).toBeNull();
  });
});

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

// The reference implementation, https://prng.di.unimi.it/xoshiro128starstar.c, version 1.1, from the state 1, 2, 3, 4.
test('the generator gives the words of the reference implementation', () => {
  const random = createRandom([1, 2, 3, 4]);
  const words = Array.from({ length: 10 }, () => random.below(2 ** 32));
  expect(words).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});

function singles(values: readonly number[]) {
  return { sums: Float64Array.from(values), counts: new Float64Array(values.length).fill(1) };
}

function momentsOf(values: readonly number[]) {
  const moments = createMoments();
  for (const value of values) moments.add(value);
  return moments.read();
}
