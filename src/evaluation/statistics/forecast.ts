import { studentQuantile } from './distributions.ts';
import type { Moments } from './moments.ts';

/** The expected sum of further values. */
export interface Forecast {
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
