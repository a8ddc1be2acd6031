import { clamp, sum, sumOf } from '../../foundation/numbers.ts';
import { fairCoinCdf } from './distributions.ts';
import type { Groups } from './bootstrap.ts';
import type { Interval } from './intervals.ts';
import type { Random } from './random.ts';

/**
 * The exact two-sided sign test: how likely is a split at least this uneven when both directions are equally likely? On
 * rows that pass for one variant and fail for the other, it is McNemar's exact test.
 *
 * @param better - rows that changed in one direction
 * @param worse - rows that changed in the other; unchanged rows do not count
 * @source Conover, Practical Nonparametric Statistics, §3.4 and §3.5
 */
export function signTest(better: number, worse: number): number {
  const changed = better + worse;
  const p = Math.min(1, 2 * fairCoinCdf(Math.min(better, worse), changed));
  // The last digits are rounding errors: an even split must give 1.
  return Number(p.toPrecision(12));
}

/** Computes the least count of changed rows whose p-value can be below `alpha`: all of them change in one direction. */
export function leastSignTestCount(alpha: number): number {
  return Math.floor(1 - Math.log2(alpha) + 1e-9) + 1;
}

export interface CorrectedPValue {
  readonly pValue: number;
  /** The number of tests that shared the error rate when this one was decided. */
  readonly tests: number;
}

/**
 * Corrects p-values for multiple tests, so that the chance of any false alarm stays that of a single test. An interval
 * whose error rate is `alpha / tests` excludes no difference exactly when the corrected p-value is below `alpha`.
 *
 * @returns the corrected values, in the given order
 * @source Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6 (1979)
 */
export function correctForNumber(pValues: readonly number[], alpha: number): CorrectedPValue[] {
  const order = [...pValues.entries()].toSorted(([, a], [, b]) => a - b);
  const corrected: CorrectedPValue[] = [];
  let [highest, tests] = [0, pValues.length];
  for (const [rank, [index, pValue]] of order.entries()) {
    // Holm stops at the first test that decides nothing; the rest share the error rate with it.
    if (highest < alpha) tests = pValues.length - rank;
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * pValue));
    corrected[index] = { pValue: highest, tests };
  }
  return corrected;
}

/** Centres of the subsets that sign flips negate, each list in ascending order. */
interface SignFlips {
  readonly mean: number;
  /** Number of all centres. */
  readonly draws: number;
  /** The least of them, or all. */
  readonly least: Float64Array;
  /** The greatest of them, or all. */
  readonly greatest: Float64Array;
}

/** Where all subsets are no more than these, as of 12 differences, each is drawn once. */
const LEAST_DRAWS = 4999;
/** Least count of draws as extreme as the p-value `alpha`: fewer would make it depend on the seed. */
const DRAWS_BEYOND = 10;
const MAX_DRAWS = 2 ** 22;

/** The number of draws bounds the p-value from below, so that many tests that share an error rate need more. */
function drawsFor(alpha: number): number {
  return Math.min(MAX_DRAWS, Math.max(LEAST_DRAWS, Math.ceil((2 * DRAWS_BEYOND) / alpha) - 1));
}

/**
 * Draws the sign flips of differences. Of two alike variants, either sign of each difference is as likely, whatever their
 * distribution. Flipping the signs of a subset raises the sum exactly where the subset's own mean is negative, so one
 * sorted list of subset means gives the p-value of every shift, and with it the interval.
 *
 * @param alpha - the error rate that the p-value is compared with
 * @source Hartigan, "Using subsample values as typical values", JASA 64 (1969)
 */
export function drawSignFlips({ sums, counts }: Groups, random: Random, alpha = 0.05): SignFlips {
  const size = sums.length;
  const most = drawsFor(alpha);
  const isExact = 2 ** size <= most;
  const draws = isExact ? 2 ** size - 1 : most;
  const centres = new Float64Array(draws);
  const finite = sums.map(toFinite);
  const mean = sum(finite) / sum(counts);
  const rounding = sumOf(finite, (each) => Math.abs(each) * 1e-14);
  const subsets = addSubsets(finite, counts);
  for (let draw = 0; draw < draws; draw += 1) {
    let [sum, count, bits] = [0, 0, 0];
    for (let part = 0; part * PART < size; part += 1) {
      if (part % 4 === 0) bits = (isExact ? draw + 1 : random.below(2 ** 32)) | 0;
      const index = 2 * (part * SUBSETS + (bits & (SUBSETS - 1)));
      sum += subsets[index] ?? 0;
      count += subsets[index + 1] ?? 0;
      bits >>>= PART;
    }
    // Only random draws can be empty; such a draw speaks for no direction. Nor do differences that add up to nothing.
    centres[draw] = count === 0 ? mean : Math.abs(sum) <= rounding ? 0 : sum / count;
  }
  centres.sort();
  return { mean, draws, least: centres, greatest: centres };
}

/** Neighbouring groups whose subsets are added beforehand, so that a draw adds an eighth as many numbers. */
const PART = 8;
const SUBSETS = 2 ** PART;

/** Adds the sums and the counts of each subset of each part, in turn. */
function addSubsets(sums: Float64Array, counts: Float64Array): Float64Array {
  const parts = Math.ceil(sums.length / PART);
  const added = new Float64Array(2 * SUBSETS * parts);
  for (let part = 0; part < parts; part += 1) {
    for (let subset = 1; subset < SUBSETS; subset += 1) {
      const last = 31 - Math.clz32(subset);
      const group = part * PART + last;
      const index = 2 * (part * SUBSETS + subset);
      const without = index - 2 * 2 ** last;
      added[index] = (added[without] ?? 0) + (sums[group] ?? 0);
      added[index + 1] = (added[without + 1] ?? 0) + (counts[group] ?? 0);
    }
  }
  return added;
}

/** Keeps what intervals of an error rate of at most `alpha` can end at: a fraction of all centres. */
export function tailsOf({ least, greatest, ...flips }: SignFlips, alpha: number): SignFlips {
  const tail = Math.ceil((alpha / 2) * (flips.draws + 1));
  return { ...flips, least: least.slice(0, tail), greatest: greatest.slice(-tail) };
}

/** The difference of two great scores may exceed all doubles. */
function toFinite(sum: number): number {
  return clamp(sum, -Number.MAX_VALUE, Number.MAX_VALUE);
}

/** Computes the two-sided p-value of a mean of `mean`, from all centres. */
export function signFlipPValue({ draws, least: centres }: SignFlips, mean: number): number {
  const below = centres.reduce((count, centre) => count + (centre <= mean ? 1 : 0), 0);
  const above = centres.reduce((count, centre) => count + (centre >= mean ? 1 : 0), 0);
  return Math.min(1, (2 * (1 + Math.min(below, above))) / (draws + 1));
}

/** Computes the interval of the mean: the means whose p-value is at least 1 − level. `null` where none is refuted. */
export function signFlipInterval({ draws, least, greatest }: SignFlips, level: number): Interval | null {
  const tail = ((1 - level) / 2) * (draws + 1);
  // The last digits of the level are rounding errors.
  const refuted = Math.ceil(tail - 1e-9) - 1;
  const [low, high] = [least[refuted - 1], greatest[greatest.length - refuted]];
  return low === undefined || high === undefined ? null : [low, high];
}
