import { normalQuantile } from './distributions.ts';
import type { Interval } from './intervals.ts';

/** Agreement beyond chance: 1 is perfect, 0 is what chance alone gives. */
export interface Agreement {
  readonly value: number;
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
  const rows = table.map((row) => sumOf(row) / count);
  const columns = table.map((_, column) => sumOf(table.map((row) => row[column] ?? 0)) / count);
  const share = (row: number, column: number) => (table[row]?.[column] ?? 0) / count;
  const [row, column] = [(index: number) => rows[index] ?? 0, (index: number) => columns[index] ?? 0];
  const observed = sumOf(table.map((_, index) => share(index, index)));
  const expected = sumOf(table.map((_, index) => row(index) * column(index)));
  if (count === 0 || expected >= 1) return null;
  const kappa = (observed - expected) / (1 - expected);
  let terms = 0;
  for (let i = 0; i < table.length; i += 1) {
    for (let j = 0; j < table.length; j += 1) {
      const weight = i === j ? 1 - (row(i) + column(i)) * (1 - kappa) : (1 - kappa) * (column(i) + row(j));
      terms += share(i, j) * weight ** 2;
    }
  }
  const variance = (terms - (kappa - expected * (1 - kappa)) ** 2) / ((1 - expected) ** 2 * count);
  const reach = normalQuantile((1 + level) / 2) * Math.sqrt(Math.max(0, variance));
  return { value: kappa, interval: [Math.max(-1, kappa - reach), Math.min(1, kappa + reach)] };
}

/** Collects cases that all have the same number of raters. */
export interface FleissKappa {
  /** @param counts - how many raters gave each category */
  add(counts: readonly number[]): void;
  readonly cases: () => number;
  /** `null` when nothing was rated, or everybody used one category only. */
  read(): Agreement | null;
}

/**
 * Computes Fleiss' kappa of any number of raters.
 *
 * @source Fleiss, "Measuring nominal scale agreement among many raters", Psychol. Bull. 76 (1971)
 */
export function createFleissKappa(categories: number): FleissKappa {
  const totals = Array.from({ length: categories }, () => 0);
  let [cases, agreeing] = [0, 0];
  return {
    add(counts) {
      const raters = sumOf(counts);
      cases += 1;
      agreeing += sumOf(counts.map((count) => count * (count - 1))) / (raters * (raters - 1));
      for (const [index, count] of counts.entries()) totals[index] = (totals[index] ?? 0) + count;
    },
    cases: () => cases,
    read() {
      const all = sumOf(totals);
      const expected = sumOf(totals.map((total) => (total / all) ** 2));
      if (cases === 0 || expected >= 1) return null;
      return { value: (agreeing / cases - expected) / (1 - expected), interval: null };
    },
  };
}

/** Collects cases that any number of raters scored. */
export interface KrippendorffAlpha {
  /** A case with fewer than two scores says nothing about agreement. */
  add(scores: readonly number[]): void;
  readonly cases: () => number;
  /** `null` when no case was scored twice, or every score is the same. */
  read(): Agreement | null;
}

/**
 * Computes Krippendorff's alpha for numbers (interval data). Scores may be missing.
 *
 * @source Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), section D
 */
export function createKrippendorffAlpha(): KrippendorffAlpha {
  let [cases, count, sum, squares, disagreement] = [0, 0, 0, 0, 0];
  return {
    add(scores) {
      if (scores.length < 2) return;
      const [own, ownSquares] = [sumOf(scores), sumOf(scores.map((score) => score * score))];
      cases += 1;
      count += scores.length;
      sum += own;
      squares += ownSquares;
      disagreement += (2 * (scores.length * ownSquares - own * own)) / (scores.length - 1);
    },
    cases: () => cases,
    read() {
      const expected = (2 * (count * squares - sum * sum)) / (count - 1);
      if (cases === 0 || expected <= squares * 1e-12) return null;
      return { value: 1 - disagreement / expected, interval: null };
    },
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
