import { binomialCdf } from './distributions.ts';

/**
 * Computes the ranks of the numbers that enclose a quantile, whatever the distribution. A rank of 0, or above `count`,
 * means that no number is low or high enough.
 *
 * @source Conover, Practical Nonparametric Statistics, §3.2
 */
export function quantileRanks(count: number, p: number, level: number): readonly [number, number] {
  const tail = (1 - level) / 2;
  // The number of this rank is above the quantile when fewer numbers than the rank are below it.
  const lowest = firstRank(count, (rank) => binomialCdf(rank - 1, count, p) > tail) - 1;
  const highest = firstRank(count, (rank) => binomialCdf(rank - 1, count, p) >= 1 - tail);
  return [lowest, highest];
}

/** Finds the first rank from 1 that fulfils a condition, which all later ones do; `count` + 1 where none does. */
function firstRank(count: number, isReached: (rank: number) => boolean): number {
  let [low, high] = [1, count + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
