import { clamp } from '../../foundation/numbers.ts';
import { betaQuantile, chiSquaredQuantile, studentQuantile } from './distributions.ts';

export type Interval = readonly [number, number];

/** Limits an interval to the values that are possible. */
export function clipInterval(
  interval: Interval | null,
  { low, high }: { readonly low: number; readonly high: number },
): Interval | null {
  if (interval === null) return null;
  const clip = (end: number) => clamp(end, low, high);
  return [clip(interval[0]), clip(interval[1])];
}

/**
 * Computes a mean's interval by Student's t; `null` for numbers without spread, which do not show how far the next one
 * lies, and for numbers whose squares exceed all doubles.
 */
export function meanInterval({ count, mean, variance }: Moments, level: number): Interval | null {
  if (count < 2 || variance === 0 || variance === Number.MAX_VALUE) return null;
  const reach = studentQuantile((1 + level) / 2, count - 1) * Math.sqrt(variance / count);
  return [mean - reach, mean + reach];
}

/**
 * Computes the interval of the mean of positive numbers: the wider of Student's and the lognormal one. The first is too
 * short where a few numbers are much greater than the others, the second wrong where the logarithms are skewed. `null`
 * where few numbers permit any mean.
 */
export function positiveMeanInterval(numbers: Moments, logs: Moments, level: number): Interval | null {
  const [plain, skewed] = [meanInterval(numbers, level), lognormalMeanInterval(logs, level)];
  if (plain === null) return null;
  const [low, high] = skewed ?? plain;
  const end = Math.max(plain[1], high);
  return end <= MAX_BEYOND * numbers.greatest ? [Math.max(0, Math.min(plain[0], low)), end] : null;
}

/** An interval that reaches further beyond the greatest number says nothing; that of two numbers may reach infinity. */
const MAX_BEYOND = 1000;

const MARGIN = 0.85;

/**
 * Computes the interval of the mean of positive, skewed numbers from their logarithms; `null` for fewer than two.
 *
 * @param logs - moments of the logarithms
 * @source Zou, Huo and Taleban, "Simple confidence intervals for lognormal means and their differences", Environmetrics 20
 * (2009), with Student's t in the place of z, and a margin for what the approximation lacks with few numbers
 */
export function lognormalMeanInterval({ count, mean, variance }: Moments, level: number): Interval | null {
  if (count < 2) return null;
  const degrees = count - 1;
  const tail = ((1 - level) / 2) * MARGIN;
  const reach = studentQuantile(1 - tail, degrees) * Math.sqrt(variance / count);
  const spread = (p: number) => (variance / 2) * (degrees / chiSquaredQuantile(p, degrees) - 1);
  const centre = mean + variance / 2;
  return [Math.exp(centre - Math.hypot(reach, spread(1 - tail))), Math.exp(centre + Math.hypot(reach, spread(tail)))];
}

/**
 * Computes the interval of a share: of all shares, errs in at most half of `1 − level` on either side.
 *
 * @param successes - a whole number, or a sum of shares where cases were repeated
 * @source Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
 * Biometrika 26 (1934), by quantiles of the beta distribution, which sums of shares have, too
 */
export function shareInterval(successes: number, count: number, level: number): Interval | null {
  if (count === 0) return null;
  const tail = (1 - level) / 2;
  const failures = Math.max(0, count - successes);
  return [
    successes <= 0 ? 0 : betaQuantile(tail, successes, failures + 1),
    failures <= 0 ? 1 : betaQuantile(1 - tail, successes + 1, failures),
  ];
}

export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Sample variance, divided by n − 1; 0 for fewer than two numbers. At most the greatest double. */
  readonly variance: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * Accumulates numbers one by one without losing precision.
 *
 * @source Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4 (1962)
 */
export function createMoments(): { add(value: number): void; read(): Moments } {
  let [count, sum, mean, squares, least, greatest] = [0, 0, 0, 0, Infinity, -Infinity];
  return {
    add(value) {
      count += 1;
      sum += value;
      const before = value - mean;
      // A difference of two great numbers may exceed all doubles, where their parts do not.
      mean += Number.isFinite(before) ? before / count : value / count - mean / count;
      squares += before === 0 ? 0 : Math.min(Math.abs(before) * Math.abs(value - mean), Number.MAX_VALUE);
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    },
    // The running mean accumulates rounding errors; the sum of whole numbers has none.
    read: () => ({
      count,
      mean: count === 0 ? 0 : Number.isFinite(sum) ? sum / count : mean,
      variance: count < 2 ? 0 : Math.min(squares / (count - 1), Number.MAX_VALUE),
      least,
      greatest,
    }),
  };
}
