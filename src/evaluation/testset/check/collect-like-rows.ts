import type { LikeRows } from '../../../contract/testsets/testset-report.ts';

/** Groups of similar rows, by the first of each. */
export interface LikeRowsCollector {
  add(first: number, row: number, example: string): void;
  /** Number of rows that are similar to an earlier one. */
  count(): number;
  read(): LikeRows[];
}

const MAX_GROUPS = 50;
const MAX_ROWS = 10;

/** Creates a collector of the first groups and the first rows of each. */
export function collectLikeRows(): LikeRowsCollector {
  const groups = new Map<number, { rows: number[]; more: number; example: string }>();
  let rows = 0;
  return {
    add(first, row, example) {
      rows += 1;
      const group = groups.get(first);
      if (group === undefined) {
        if (groups.size < MAX_GROUPS) groups.set(first, { rows: [first, row], more: 0, example });
      } else if (group.rows.length < MAX_ROWS) group.rows.push(row);
      else group.more += 1;
    },
    count: () => rows,
    read: () => [...groups.values()],
  };
}
