import type { BoundedSample } from './betting.ts';
import type { Random } from './random.ts';

/** Most distinct numbers stored one by one; beyond, they are rounded to a grid. */
const EXACT = 4096;
const STEPS = 1024;

/** Counts numbers of a known range, as numbers from 0 to 1. */
export interface BoundedValues {
  /** @param value - from `low` to `high` */
  add(value: number): void;
  read(): BoundedSample;
}

/**
 * Counts numbers in bounded memory. Beyond thousands of distinct ones, each is rounded up or down at random such that its
 * expected value stays what it is: what holds for the mean of the rounded ones holds for theirs.
 */
export function createBoundedValues(
  random: Random,
  { low, high }: { readonly low: number; readonly high: number },
): BoundedValues {
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
    add(value) {
      const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
      if (exact === null) return toGrid(share, 1);
      exact.set(share, (exact.get(share) ?? 0) + 1);
      if (exact.size <= EXACT) return;
      exact.forEach((count, each) => toGrid(each, count));
      exact = null;
    },
    read() {
      const counted = exact ?? new Map([...grid].map((count, step) => [step / STEPS, count]));
      const used = [...counted].filter(([, count]) => count > 0);
      return {
        values: Float64Array.from(used, ([value]) => value),
        counts: Float64Array.from(used, ([, count]) => count),
      };
    },
  };
}
