import { clamp, sumOf } from '../../foundation/numbers.ts';
import type { Interval } from './intervals.ts';
import type { Random } from './random.ts';

/** Numbers from 0 to 1, each with how often it occurs. The order does not matter. */
export interface BoundedSample {
  readonly values: Float64Array;
  readonly counts: Float64Array;
}

/** Counts each number once. */
export function sampleOf(numbers: readonly number[]): BoundedSample {
  return { values: Float64Array.from(numbers), counts: new Float64Array(numbers.length).fill(1) };
}

/**
 * The bets: shares of the capital that are put on the next number. Small shares find small differences among many rows,
 * large ones find large differences among few. The arcsine spacing has enough of both.
 */
const BETS = Float64Array.from({ length: 32 }, (_, index) => Math.sin(((index + 0.5) / 64) * Math.PI) ** 2);

/**
 * Computes the interval of the mean of bounded numbers: the means against which betting wins too little. It is valid for
 * numbers of any distribution, for any count, and however often somebody looks.
 *
 * @source Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86 (2024), with a
 * mixture of fixed bets in each direction
 */
export function boundedMeanInterval(sample: BoundedSample, level: number): Interval {
  const limit = Math.log(2 / (1 - level));
  const mirrored = mirror(sample);
  return [leastMean(sample, limit), 1 - leastMean(mirrored, limit)];
}

/** Computes the two-sided p-value of a mean of `mean`: below 1 − level exactly when the interval excludes `mean`. */
export function boundedMeanPValue(sample: BoundedSample, mean: number): number {
  const capital = Math.max(logCapital(sample, mean), logCapital(mirror(sample), 1 - mean));
  return Math.min(1, 2 * Math.exp(-capital));
}

/** Computes the least count with which any sample can refute a mean of one half. */
export function leastBoundedCount(alpha: number): number {
  const extreme = (count: number) => ({ values: Float64Array.of(1), counts: Float64Array.of(count) });
  let count = 1;
  while (boundedMeanPValue(extreme(count), 0.5) >= alpha) count += 1;
  return count;
}

function mirror({ values, counts }: BoundedSample): BoundedSample {
  return { values: values.map((value) => 1 - value), counts };
}

/** Finds the least mean against which bets on greater numbers do not reach the limit. */
function leastMean(sample: BoundedSample, limit: number): number {
  const gain = (mean: number) => logCapital(sample, mean) - limit;
  let high = meanOf(sample);
  let low = high / 2;
  while (low > 1e-12 && gain(low) <= 0) [low, high] = [low / 2, low];
  return low <= 1e-12 ? 0 : findRoot(gain, low, high);
}

/**
 * Finds where a falling function crosses 0, from above at `low` to below at `high`.
 *
 * @source Ridders, "A new algorithm for computing a single root of a real continuous function", IEEE Trans. CAS 26 (1979)
 */
export function findRoot(falling: (x: number) => number, low: number, high: number): number {
  let [above, below] = [falling(low), falling(high)];
  while (high - low > 1e-13) {
    const middle = (low + high) / 2;
    const value = falling(middle);
    const root = middle + ((middle - low) * value) / Math.sqrt(value * value - above * below);
    const atRoot = falling(root);
    const points = [
      { x: middle, y: value },
      { x: root, y: atRoot },
    ];
    const before = { low, high };
    for (const { x, y } of points) {
      if (y > 0 && x > low) [low, above] = [x, y];
      if (y <= 0 && x < high) [high, below] = [x, y];
    }
    // The last digits are rounding errors.
    if (Math.abs(atRoot) < 1e-12 || (low === before.low && high === before.high)) return root;
  }
  return high;
}

/** The logarithm of the capital after bets of each share that the numbers are above `mean`. */
function logCapital({ values, counts }: BoundedSample, mean: number): number {
  return logCapitalOf(
    values.map((value) => value / mean - 1),
    counts,
  );
}

/**
 * Computes the logarithm of the capital after a bet on each number, of several shares of the capital.
 *
 * @param odds - what a bet of the whole capital gains on each number, from −1
 */
export function logCapitalOf(odds: Float64Array, counts: Float64Array): number {
  // All bets on a number before the next number: a processor multiplies several products at the same time.
  const [logs, products] = [new Float64Array(BETS.length), new Float64Array(BETS.length).fill(1)];
  for (let index = 0; index < odds.length; index += 1) {
    const [gain, count] = [odds[index] ?? 0, counts[index] ?? 0];
    for (let bet = 0; bet < BETS.length; bet += 1) {
      const factor = 1 + (BETS[bet] ?? 0) * gain;
      if (count === 1) products[bet] = (products[bet] ?? 0) * factor;
      else logs[bet] = (logs[bet] ?? 0) + count * Math.log(factor);
    }
    // Most numbers occur once. Few logarithms of their product are faster than one of each, and none overflows.
    if (index % 16 === 15 || index === odds.length - 1) addLogs(logs, products);
  }
  const greatest = Math.max(...logs);
  return greatest + Math.log(sumOf(logs, (each) => Math.exp(each - greatest)) / BETS.length);
}

function addLogs(logs: Float64Array, products: Float64Array): void {
  for (let bet = 0; bet < logs.length; bet += 1) logs[bet] = (logs[bet] ?? 0) + Math.log(products[bet] ?? 0);
  products.fill(1);
}

function meanOf({ values, counts }: BoundedSample): number {
  let [sum, count] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    sum += (values[index] ?? 0) * (counts[index] ?? 0);
    count += counts[index] ?? 0;
  }
  return sum / count;
}

/** Most distinct numbers stored one by one; beyond, they are rounded to a grid. */
const EXACT = 4096;
const STEPS = 1024;

/** Counts numbers of a known range, as numbers from 0 to 1. */
export type BoundedValues = ReturnType<typeof createBoundedValues>;

/**
 * Counts numbers in bounded memory. Beyond thousands of distinct ones, each is rounded up or down at random such that its
 * expected value stays what it is: what holds for the mean of the rounded ones holds for theirs.
 */
export function createBoundedValues(random: Random, { low, high }: { readonly low: number; readonly high: number }) {
  let exact: Map<number, number> | null = new Map();
  const grid = new Float64Array(STEPS + 1);
  const toGrid = (share: number, count: number): void => {
    for (let index = 0; index < count; index += 1) {
      const step = share * STEPS;
      const rounded = Math.floor(step) + (random.below(2 ** 32) < (step % 1) * 2 ** 32 ? 1 : 0);
      grid[rounded] = (grid[rounded] ?? 0) + 1;
    }
  };
  return {
    /** @param value - from `low` to `high` */
    add(value: number): void {
      const share = clamp((value - low) / (high - low), 0, 1);
      if (exact === null) return toGrid(share, 1);
      exact.set(share, (exact.get(share) ?? 0) + 1);
      if (exact.size <= EXACT) return;
      exact.forEach((count, each) => toGrid(each, count));
      exact = null;
    },
    read(): BoundedSample {
      const counted = exact ?? new Map([...grid].map((count, step) => [step / STEPS, count]));
      const used = [...counted].filter(([, count]) => count > 0);
      return {
        values: Float64Array.from(used, ([value]) => value),
        counts: Float64Array.from(used, ([, count]) => count),
      };
    },
  };
}
