import { fairCoinCdf } from './distributions.ts';

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

/** A p-value after the correction for multiple tests. */
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
