import type { Groups } from './bootstrap.ts';
import type { Random } from './random.ts';

/** Most differences stored one by one; beyond, they are summed in groups. */
const EXACT = 2048;
const GROUPS = 1024;

/**
 * Collects differences for sign flips in bounded memory. Stores the first thousands; beyond, each joins a random group.
 * Random groups are alike whatever the order of the rows, and keep their spread.
 */
export function createDifferences(random: Random): { add(difference: number): void; read(): Groups } {
  let exact: number[] | null = [];
  const sums = new Float64Array(GROUPS);
  const counts = new Float64Array(GROUPS);
  const group = (difference: number): void => {
    const index = random.below(GROUPS);
    sums[index] = (sums[index] ?? 0) + difference;
    counts[index] = (counts[index] ?? 0) + 1;
  };
  return {
    add(difference) {
      if (exact === null) return group(difference);
      exact.push(difference);
      if (exact.length <= EXACT) return;
      exact.forEach(group);
      exact = null;
    },
    read: () =>
      exact === null
        ? { sums, counts }
        : { sums: Float64Array.from(exact), counts: new Float64Array(exact.length).fill(1) },
  };
}
