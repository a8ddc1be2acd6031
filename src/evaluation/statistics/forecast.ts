import { sum } from '../../foundation/numbers.ts';
import { normalQuantile, studentQuantile } from './distributions.ts';
import { createMoments } from './intervals.ts';
import { quantileOfSorted } from './quantiles.ts';
import { createRandom, type Random } from './random.ts';
import { createSkewness, isTooSkewed } from './skewness.ts';

interface Forecast {
  readonly sum: number;
  /** The upper end is `null` where few or skewed values do not limit it; the whole where fewer than two are known. */
  readonly interval: readonly [number, number | null] | null;
}

const LEVEL = 0.9;

/** With fewer values, one of 3 % that are much greater may not have occurred yet. */
const ENOUGH = 100;

/**
 * Forecasts a sum of values of at least 0 from earlier ones. The interval covers both the uncertainty of the mean and the
 * spread of the new values.
 *
 * @param known - the earlier values
 * @param more - how many new ones are added up
 * @returns `null` when no value is known yet
 * @source Stine, "Bootstrap prediction intervals for regression", JASA 80 (1985), for a mean
 */
export function forecastSum(known: readonly number[], more: number): Forecast | null {
  if (more === 0) return { sum: 0, interval: [0, 0] };
  const [moments, skewness] = [createMoments(), createSkewness()];
  for (const value of known) {
    moments.add(value);
    skewness.add(value);
  }
  const { count, mean, variance } = moments.read();
  if (count === 0) return null;
  if (count < 2) return { sum: more * mean, interval: null };
  if (count >= ENOUGH && !isTooSkewed(skewness.read())) return { sum: more * mean, interval: resampled(known, more) };
  // The prediction interval of a normal sample: a skewed one is rarely below it.
  const reach = studentQuantile((1 + LEVEL) / 2, count - 1) * Math.sqrt(variance * more * (1 + more / count));
  return { sum: more * mean, interval: [Math.max(0, more * mean - reach), null] };
}

const DRAWS = 2000;

/** From so many on, a sum of draws is normal. */
const MANY = 100;

function resampled(known: readonly number[], more: number): readonly [number, number] {
  const random = createRandom(1);
  const sums = Float64Array.from({ length: DRAWS }, () => drawSum(drawFrom(known, known.length, random), more, random));
  sums.sort();
  return [quantileOfSorted(sums, (1 - LEVEL) / 2), quantileOfSorted(sums, (1 + LEVEL) / 2)];
}

function drawSum(values: Float64Array, more: number, random: Random): number {
  if (more < MANY) return sum(drawFrom(values, more, random));
  const moments = createMoments();
  for (const value of values) moments.add(value);
  const { mean, variance } = moments.read();
  const deviation = normalQuantile((random.below(2 ** 32) + 0.5) / 2 ** 32);
  return Math.max(0, more * mean + deviation * Math.sqrt(more * variance));
}

function drawFrom(values: ArrayLike<number>, count: number, random: Random): Float64Array {
  return Float64Array.from({ length: count }, () => values[random.below(values.length)] ?? 0);
}
