import { bcaInterval, shareBelow, shareUpTo } from './bca-interval.ts';
import type { Interval } from './intervals.ts';
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
  const jackknife = meansWithoutEach(groups);
  const interval = bcaInterval({ estimate: mean, resampled: means, jackknife }, options.level);
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

function meansWithoutEach({ sums, counts }: Groups): Float64Array {
  const [sum, count] = [total(sums), total(counts)];
  return sums.map((part, group) => (sum - part) / (count - (counts[group] ?? 0)));
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
