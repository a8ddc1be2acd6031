import { sum, sumOf } from '../../foundation/numbers.ts';
import { addUp, bootstrapStatistic, type BootstrapStatisticOptions, type Sums } from './bootstrap-statistic.ts';
import { normalQuantile } from './distributions.ts';
import type { Interval } from './intervals.ts';

/** Agreement beyond chance: 1 is perfect, 0 is what chance alone gives. */
interface Agreement {
  readonly value: number;
  /** `null` where the cases do not differ enough to say. */
  readonly interval: Interval | null;
}

/**
 * Computes Cohen's kappa of two raters, with the interval of its large-sample standard error.
 *
 * @param table - how often the first gave category i while the second gave j
 * @returns `null` when nothing was rated, or both used one category only: then chance explains everything
 * @source Cohen, "A coefficient of agreement for nominal scales", Educ. Psychol. Meas. 20 (1960); Fleiss, Cohen and
 * Everitt, "Large sample standard errors of kappa and weighted kappa", Psychol. Bull. 72 (1969)
 */
export function cohenKappa(table: readonly (readonly number[])[], level: number): Agreement | null {
  const count = sum(table.flat());
  const share = (row: number, column: number) => (table[row]?.[column] ?? 0) / count;
  const margins = table.map((_, index) => ({
    row: sum(table.map((__, column) => share(index, column))),
    column: sum(table.map((__, row) => share(row, index))),
  }));
  // Of whole numbers, so that perfect agreement is exactly 1.
  const agreeing = sum(table.map((row, index) => row[index] ?? 0));
  const byChance = sum(table.map((row, index) => sum(row) * sum(table.map((other) => other[index] ?? 0))));
  if (count === 0 || byChance >= count ** 2) return null;
  const kappa = (count * agreeing - byChance) / (count ** 2 - byChance);
  const expected = byChance / count ** 2;
  let terms = 0;
  for (const [i, { row, column }] of margins.entries()) {
    for (const [j, other] of margins.entries()) {
      const weight = i === j ? 1 - (row + column) * (1 - kappa) : (1 - kappa) * (column + other.row);
      terms += share(i, j) * weight ** 2;
    }
  }
  const variance = (terms - (kappa - expected * (1 - kappa)) ** 2) / ((1 - expected) ** 2 * count);
  // Perfect agreement has no spread, which says nothing about further cases.
  if (variance <= 1e-15) return { value: kappa, interval: null };
  const reach = normalQuantile((1 + level) / 2) * Math.sqrt(variance);
  return { value: kappa, interval: [Math.max(-1, kappa - reach), Math.min(1, kappa + reach)] };
}

/**
 * Computes Fleiss' kappa of cases that all have the same number of raters; its interval is a bootstrap over cases.
 *
 * @param cases - for each, how many raters gave each category
 * @returns `null` when nothing was rated, or everybody used one category only
 * @source Fleiss, "Measuring nominal scale agreement among many raters", Psychol. Bull. 76 (1971)
 */
export function fleissKappa(
  cases: readonly (readonly number[])[],
  options: BootstrapStatisticOptions,
): Agreement | null {
  const parts = cases.map((counts) => {
    const raters = sum(counts);
    const agreeing = sumOf(counts, (count) => count * (count - 1)) / (raters * (raters - 1));
    return [1, agreeing, ...counts];
  });
  const value = cases.length === 0 ? null : kappaOf(addUp(parts));
  return value === null ? null : { value, interval: bootstrapStatistic(parts, kappaOf, options) };
}

function kappaOf([cases = 0, agreeing = 0, ...totals]: Sums): number | null {
  const all = sum(totals);
  const expected = sumOf(totals, (total) => (total / all) ** 2);
  return expected >= 1 ? null : (agreeing / cases - expected) / (1 - expected);
}

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
    const mean = sum(values) / values.length;
    const squares = sumOfSquares(values.map((value) => value - mean));
    const disagreement = (2 * values.length * squares) / (values.length - 1);
    return [values.length, disagreement, sum(values), sumOfSquares(values)];
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
  const shift = sum(all.map((value) => scaled(value) - first)) / Math.max(1, all.length);
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

function sumOfSquares(values: readonly number[]): number {
  return sumOf(values, (value) => value * value);
}
