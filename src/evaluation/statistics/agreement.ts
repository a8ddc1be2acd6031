import { addUp, bootstrapStatistic, type BootstrapStatisticOptions, type Sums } from './bootstrap-statistic.ts';
import { normalQuantile } from './distributions.ts';
import type { Interval } from './intervals.ts';

/** Agreement beyond chance: 1 is perfect, 0 is what chance alone gives. */
export interface Agreement {
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
  const count = sumOf(table.flat());
  const share = (row: number, column: number) => (table[row]?.[column] ?? 0) / count;
  const margins = table.map((_, index) => ({
    row: sumOf(table.map((__, column) => share(index, column))),
    column: sumOf(table.map((__, row) => share(row, index))),
  }));
  const observed = sumOf(table.map((_, index) => share(index, index)));
  const expected = sumOf(margins.map(({ row, column }) => row * column));
  if (count === 0 || expected >= 1) return null;
  const kappa = (observed - expected) / (1 - expected);
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
    const raters = sumOf(counts);
    const agreeing = sumOf(counts.map((count) => count * (count - 1))) / (raters * (raters - 1));
    return [1, agreeing, ...counts];
  });
  const value = cases.length === 0 ? null : kappaOf(addUp(parts));
  return value === null ? null : { value, interval: bootstrapStatistic(parts, kappaOf, options) };
}

function kappaOf([cases = 0, agreeing = 0, ...totals]: Sums): number | null {
  const all = sumOf(totals);
  const expected = sumOf(totals.map((total) => (total / all) ** 2));
  return expected >= 1 ? null : (agreeing / cases - expected) / (1 - expected);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
