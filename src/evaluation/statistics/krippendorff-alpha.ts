import type { Agreement } from './agreement.ts';
import { addUp, bootstrapStatistic, type BootstrapStatisticOptions, type Sums } from './bootstrap-statistic.ts';

/** What differences between values mean: none but being different, an order, or a distance. */
export type Measurement = 'nominal' | 'ordinal' | 'interval';

/**
 * Computes Krippendorff's alpha of cases that any number of raters judged; its interval is a bootstrap over cases.
 *
 * @param cases - the values of each case; one with fewer than two says nothing about agreement
 * @returns `null` when no case has two values, or all values are the same
 * @source Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), section D
 */
export function krippendorffAlpha(
  cases: readonly (readonly number[])[],
  measurement: Measurement,
  options: BootstrapStatisticOptions,
): Agreement | null {
  const rated = cases.filter((values) => values.length > 1);
  const parts = measurement === 'nominal' ? nominalParts(rated) : intervalParts(toScale(rated, measurement));
  const statistic = measurement === 'nominal' ? nominalAlpha : intervalAlpha;
  const value = rated.length === 0 ? null : statistic(addUp(parts));
  return value === null ? null : { value, interval: bootstrapStatistic(parts, statistic, options) };
}

/** What a nominal case adds: its number of values, its disagreement, and the count of each category. */
function nominalParts(cases: readonly (readonly number[])[]): number[][] {
  const categories = [...new Set(cases.flat())];
  return cases.map((values) => {
    const counts = categories.map((category) => values.filter((value) => value === category).length);
    const differing = values.length ** 2 - sumOfSquares(counts);
    return [values.length, differing / (values.length - 1), ...counts];
  });
}

function nominalAlpha([count = 0, disagreement = 0, ...counts]: Sums): number | null {
  const expected = count ** 2 - sumOfSquares(counts);
  return expected <= 0 ? null : 1 - ((count - 1) * disagreement) / expected;
}

/** What a case adds: its number of values, its disagreement, and the sums of values and of their squares. */
function intervalParts(cases: readonly (readonly number[])[]): number[][] {
  return cases.map((values) => {
    const mean = sumOf(values) / values.length;
    const squares = sumOfSquares(values.map((value) => value - mean));
    const disagreement = (2 * values.length * squares) / (values.length - 1);
    return [values.length, disagreement, sumOf(values), sumOfSquares(values)];
  });
}

function intervalAlpha([count = 0, disagreement = 0, sum = 0, squares = 0]: Sums): number | null {
  const expected = 2 * (count * squares - sum * sum);
  return expected <= count * squares * 1e-12 ? null : 1 - ((count - 1) * disagreement) / expected;
}

/**
 * Centres the values, or their ranks, on the mean: squares of large values would have no digits left for differences. The
 * difference of two mid-ranks is the ordinal metric.
 */
function toScale(cases: readonly (readonly number[])[], measurement: Measurement): number[][] {
  const all = cases.flat();
  const ranks = measurement === 'ordinal' ? midRanks(all) : null;
  const scaled = (value: number) => ranks?.get(value) ?? value;
  // Relative to the first value, the sum loses no digits.
  const [first = 0] = all.map(scaled);
  const shift = sumOf(all.map((value) => scaled(value) - first)) / Math.max(1, all.length);
  return cases.map((values) => values.map((value) => scaled(value) - first - shift));
}

function midRanks(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let below = 0;
  const ranks = new Map<number, number>();
  for (const [value, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    ranks.set(value, below + (count + 1) / 2);
    below += count;
  }
  return ranks;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sumOfSquares(values: readonly number[]): number {
  return values.reduce((total, value) => total + value * value, 0);
}
