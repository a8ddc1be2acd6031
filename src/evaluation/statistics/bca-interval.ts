import { normalCdf, normalQuantile } from './distributions.ts';
import type { Interval } from './intervals.ts';
import { quantileOfSorted } from './quantiles.ts';

export interface Bootstrapped {
  readonly estimate: number;
  /** The statistic of each resample, sorted. */
  readonly resampled: Float64Array;
  /** The statistic without each case in turn. */
  readonly jackknife: Float64Array;
}

/**
 * Computes the bias-corrected and accelerated interval (BCa) of a bootstrapped statistic.
 *
 * @source Efron and Tibshirani, An Introduction to the Bootstrap, §14.3
 */
export function bcaInterval({ estimate, resampled, jackknife }: Bootstrapped, level: number): Interval {
  const acceleration = accelerationOf(jackknife, estimate);
  const [below, upTo] = [shareBelow(resampled, estimate), shareUpTo(resampled, estimate)];
  const bias = normalQuantile(within((below + upTo) / 2, resampled.length));
  const endAt = (p: number): number => {
    const shifted = bias + normalQuantile(p);
    return quantileOfSorted(resampled, normalCdf(bias + shifted / (1 - acceleration * shifted)));
  };
  return [endAt((1 - level) / 2), endAt((1 + level) / 2)];
}

/** The acceleration, by jackknife. 0 where nothing varies. */
function accelerationOf(without: Float64Array, estimate: number): number {
  if (without.length < 2) return 0;
  const centre = without.reduce((sum, value) => sum + value, 0) / without.length;
  let [squares, cubes] = [0, 0];
  for (const value of without) {
    squares += (centre - value) ** 2;
    cubes += (centre - value) ** 3;
  }
  // Equal cases leave only rounding errors.
  return squares <= (Math.abs(estimate) * 1e-12) ** 2 ? 0 : cubes / (6 * squares ** 1.5);
}

/** A share of 0 or 1 would give an infinite bias, so it is limited to what one more draw could change. */
function within(share: number, draws: number): number {
  return Math.min(1 - 0.5 / draws, Math.max(0.5 / draws, share));
}

/** Share of numbers below a bound. */
export function shareBelow(numbers: Float64Array, bound: number): number {
  return numbers.filter((value) => value < bound).length / numbers.length;
}

/** Share of numbers up to a bound. */
export function shareUpTo(numbers: Float64Array, bound: number): number {
  return numbers.filter((value) => value <= bound).length / numbers.length;
}
