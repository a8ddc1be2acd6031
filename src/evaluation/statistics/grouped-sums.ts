import type { Groups } from './bootstrap.ts';
import type { Random } from './random.ts';

/** More groups make a bootstrap slower but not better. */
const GROUPS = 4096;

/** Collects sums by case, so that a bootstrap draws all votes on one case together. */
export interface GroupedSums {
  /** @param sum - of `count` numbers */
  add(sum: number, count: number): void;
  read(): Groups;
}

/** Collects sums in bounded memory: beyond the first thousands, each joins a random group. */
export function createGroupedSums(random: Random): GroupedSums {
  const [sums, counts] = [new Float64Array(GROUPS), new Float64Array(GROUPS)];
  let cases = 0;
  return {
    add(sum, count) {
      const group = cases < GROUPS ? cases : random.below(GROUPS);
      cases += 1;
      sums[group] = (sums[group] ?? 0) + sum;
      counts[group] = (counts[group] ?? 0) + count;
    },
    read() {
      const used = Math.min(cases, GROUPS);
      return { sums: sums.subarray(0, used), counts: counts.subarray(0, used) };
    },
  };
}
