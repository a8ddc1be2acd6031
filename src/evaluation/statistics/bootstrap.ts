import { sum } from '../../foundation/numbers.ts';
import { bcaInterval, type BootstrapStatisticOptions, shareBelow, shareUpTo } from './bootstrap-statistic.ts';
import type { Random } from './random.ts';

/** Groups of numbers that are drawn together, each as a sum and a count. A group of one is a plain number. */
export interface Groups {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

/** `resamples` is 5000 unless given. */
type BootstrapOptions = BootstrapStatisticOptions;

/**
 * Bootstraps a mean: bias-corrected and accelerated interval (BCa). For pairs, pass their differences.
 *
 * @returns `pValue` is two-sided, for a mean of 0
 * @source Efron and Tibshirani, An Introduction to the Bootstrap, §14.3; Davison and Hinkley, Bootstrap Methods, §4.2.3
 */
export function bootstrapMean(groups: Groups, options: BootstrapOptions) {
  const mean = sum(groups.sums) / sum(groups.counts);
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
  const [total, count] = [sum(sums), sum(counts)];
  return sums.map((part, group) => (total - part) / (count - (counts[group] ?? 0)));
}

/** Most differences stored one by one; beyond, they are summed in groups. */
const EXACT = 1024;
const DIFFERENCE_GROUPS = 512;

/**
 * Collects differences for sign flips in bounded memory. Stores the first 1,024; beyond, each joins a random group.
 * Random groups are alike whatever the order of the rows, and keep their spread.
 */
export function createDifferences(random: Random): { add(difference: number): void; read(): Groups } {
  let exact: number[] | null = [];
  const sums = new Float64Array(DIFFERENCE_GROUPS);
  const counts = new Float64Array(DIFFERENCE_GROUPS);
  const group = (difference: number): void => {
    const index = random.below(DIFFERENCE_GROUPS);
    sums[index] = (sums[index] ?? 0) + difference;
    counts[index] = (counts[index] ?? 0) + 1;
  };
  return {
    add(difference) {
      if (exact === null) return group(difference);
      exact.push(difference);
      if (exact.length <= EXACT) return;
      exact.forEach(group);
      exact = null;
    },
    read: () =>
      exact === null
        ? { sums, counts }
        : { sums: Float64Array.from(exact), counts: new Float64Array(exact.length).fill(1) },
  };
}

/** More groups make a bootstrap slower but not better. */
const CASE_GROUPS = 4096;

/** Collects sums by case, so that a bootstrap draws all votes on one case together. */
export type GroupedSums = ReturnType<typeof createGroupedSums>;

/** Collects sums in bounded memory: beyond the first thousands, each joins a random group. */
export function createGroupedSums(random: Random) {
  const [sums, counts] = [new Float64Array(CASE_GROUPS), new Float64Array(CASE_GROUPS)];
  let cases = 0;
  return {
    /** @param sum - of `count` numbers */
    add(sum: number, count: number): void {
      const group = cases < CASE_GROUPS ? cases : random.below(CASE_GROUPS);
      cases += 1;
      sums[group] = (sums[group] ?? 0) + sum;
      counts[group] = (counts[group] ?? 0) + count;
    },
    read(): Groups {
      const used = Math.min(cases, CASE_GROUPS);
      return { sums: sums.subarray(0, used), counts: counts.subarray(0, used) };
    },
  };
}
