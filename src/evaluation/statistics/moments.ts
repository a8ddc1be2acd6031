/** Summary of a stream of numbers. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Sample variance, divided by n − 1; 0 for fewer than two numbers. At most the greatest double. */
  readonly variance: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * Accumulates numbers one by one without losing precision.
 *
 * @source Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4 (1962)
 */
export function createMoments(): { add(value: number): void; read(): Moments } {
  let [count, sum, mean, squares, least, greatest] = [0, 0, 0, 0, Infinity, -Infinity];
  return {
    add(value) {
      count += 1;
      sum += value;
      const before = value - mean;
      // A difference of two great numbers may exceed all doubles, where their parts do not.
      mean += Number.isFinite(before) ? before / count : value / count - mean / count;
      squares += before === 0 ? 0 : Math.min(Math.abs(before) * Math.abs(value - mean), Number.MAX_VALUE);
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    },
    // The running mean accumulates rounding errors; the sum of whole numbers has none.
    read: () => ({
      count,
      mean: count === 0 ? 0 : Number.isFinite(sum) ? sum / count : mean,
      variance: count < 2 ? 0 : Math.min(squares / (count - 1), Number.MAX_VALUE),
      least,
      greatest,
    }),
  };
}
