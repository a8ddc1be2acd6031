import { studentQuantile } from './distributions.ts';

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

interface Forecast {
  readonly sum: number;
  /** Lower and upper end; `null` where fewer than two values are known, which say nothing about their spread. */
  readonly interval: readonly [number, number] | null;
}

const LEVEL = 0.9;

/**
 * Forecasts a sum. The interval covers both the uncertainty of the mean and the spread of the new values.
 *
 * @returns `null` when no value is known yet
 * @source the prediction interval of a normal sample: NIST/SEMATECH e-Handbook of Statistical Methods, §7.2.6.3
 */
export function forecastSum({ count, mean, variance }: Moments, more: number): Forecast | null {
  if (more === 0) return { sum: 0, interval: [0, 0] };
  if (count === 0) return null;
  const sum = more * mean;
  if (count < 2) return { sum, interval: null };
  const reach = studentQuantile((1 + LEVEL) / 2, count - 1) * Math.sqrt(variance * more * (1 + more / count));
  return { sum, interval: [Math.max(0, sum - reach), sum + reach] };
}
