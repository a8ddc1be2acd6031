/** Adds numbers, from the first to the last. */
export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Adds a number of each item. */
export function sumOf<T>(items: Iterable<T>, numberOf: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += numberOf(item);
  return total;
}

/** Adds numbers of which some may be unknown; one unknown part makes the sum unknown. */
export function sumOrNull(values: readonly (number | null)[]): number | null {
  return values.reduce((total, value) => (total === null || value === null ? null : total + value), 0);
}

/** Subtracts two sums or means; 0 where only the rounding errors of these differ. */
export function differenceOf(after: number, before: number): number {
  const difference = after - before;
  const isRounding = Math.abs(difference) < 1e-13 * Math.max(Math.abs(after), Math.abs(before));
  // Great whole numbers are exact, and may differ by 1.
  return isRounding && !Number.isInteger(difference) ? 0 : difference;
}

/** Averages numbers; `null` without any. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

/** Returns the number of a range that is nearest to a value; the lower end, if the range has none. */
export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/** Writes a number with its noun: `1 row`, `2 rows`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
