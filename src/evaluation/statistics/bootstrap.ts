import { normalCdf, normalQuantile } from './distributions.ts';
import type { Interval } from './intervals.ts';
import { quantileOfSorted } from './quantiles.ts';
import type { Random } from './random.ts';

/** Groups of numbers that are drawn together, each as a sum and a count. A group of one is a plain number. */
export interface Groups {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

export interface BootstrapOptions {
  readonly random: Random;
  readonly level: number;
  /** @defaultValue 5000 */
  readonly resamples?: number;
}

export interface BootstrappedMean {
  readonly mean: number;
  readonly interval: Interval;
  /** Two-sided, for a mean of 0. */
  readonly pValue: number;
}

/**
 * Bootstraps a mean: bias-corrected and accelerated interval (BCa). For pairs, pass their differences.
 *
 * @source Efron and Tibshirani, An Introduction to the Bootstrap, §14.3; Davison and Hinkley, Bootstrap Methods, §4.2.3
 */
export function bootstrapMean(groups: Groups, options: BootstrapOptions): BootstrappedMean {
  const mean = total(groups.sums) / total(groups.counts);
  const means = resampledMeans(groups, options).sort();
  const acceleration = accelerationOf(groups, mean);
  const [low, high] = [(1 - options.level) / 2, (1 + options.level) / 2];
  const bias = normalQuantile(within((shareBelow(means, mean) + shareUpTo(means, mean)) / 2, means.length));
  const endAt = (p: number): number => {
    const shifted = bias + normalQuantile(p);
    return quantileOfSorted(means, normalCdf(bias + shifted / (1 - acceleration * shifted)));
  };
  const interval = [endAt(low), endAt(high)] as const;
  const rarer = Math.min(shareUpTo(means, 0), 1 - shareBelow(means, 0)) * means.length;
  return { mean, interval, pValue: Math.min(1, (2 * (rarer + 1)) / (means.length + 1)) };
}

function resampledMeans({ sums, counts }: Groups, { random, resamples = 5000 }: BootstrapOptions): Float64Array {
  const means = new Float64Array(resamples);
  for (let index = 0; index < resamples; index += 1) {
    let [sum, count] = [0, 0];
    for (let draw = 0; draw < sums.length; draw += 1) {
      const group = random.below(sums.length);
      sum += sums[group] ?? 0;
      count += counts[group] ?? 0;
    }
    means[index] = sum / count;
  }
  return means;
}

/** The acceleration, by jackknife: the mean without each group in turn. 0 where nothing varies. */
function accelerationOf({ sums, counts }: Groups, mean: number): number {
  const [sum, count] = [total(sums), total(counts)];
  if (sums.length < 2) return 0;
  const without = sums.map((part, group) => (sum - part) / (count - (counts[group] ?? 0)));
  const centre = total(without) / without.length;
  let [squares, cubes] = [0, 0];
  for (const value of without) {
    squares += (centre - value) ** 2;
    cubes += (centre - value) ** 3;
  }
  // Equal groups leave only rounding errors.
  return squares <= (Math.abs(mean) * 1e-12) ** 2 ? 0 : cubes / (6 * squares ** 1.5);
}

/** A share of 0 or 1 would give an infinite bias, so it is limited to what one more draw could change. */
function within(share: number, draws: number): number {
  return Math.min(1 - 0.5 / draws, Math.max(0.5 / draws, share));
}

function shareBelow(sorted: Float64Array, bound: number): number {
  return firstIndex(sorted, (value) => value >= bound) / sorted.length;
}

function shareUpTo(sorted: Float64Array, bound: number): number {
  return firstIndex(sorted, (value) => value > bound) / sorted.length;
}

function firstIndex(sorted: Float64Array, isBeyond: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBeyond(sorted[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
