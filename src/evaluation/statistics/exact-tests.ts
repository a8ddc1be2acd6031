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

/**
 * Corrects p-values for multiple tests, so that the chance of any false alarm stays that of a single test.
 *
 * @returns the corrected values, in the given order
 * @source Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6 (1979)
 */
export function correctForNumber(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).toSorted((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const corrected: number[] = Array.from(pValues, () => 1);
  let highest = 0;
  for (const [rank, index] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * (pValues[index] ?? 1)));
    corrected[index] = highest;
  }
  return corrected;
}
