import type { LikeRows } from '../../contract/testset-report.ts';

/** Rows that are alike, by places; holds a hash and a place per row. */
export interface DuplicateFinder {
  add(key: string, row: number, example: string): void;
  /** How many rows are another's double. */
  count(): number;
  read(): LikeRows[];
}

const MOST_GROUPS = 50;
const MOST_ROWS = 10;

/** Makes the finder of rows with the same key. */
export function createDuplicateFinder(): DuplicateFinder {
  const first = new Map<string, number>();
  const groups = new Map<string, { rows: number[]; more: number; example: string }>();
  let doubles = 0;
  return {
    add(key, row, example) {
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, row);
        return;
      }
      doubles += 1;
      const group = groups.get(key);
      if (group === undefined) {
        if (groups.size < MOST_GROUPS) groups.set(key, { rows: [earlier, row], more: 0, example });
      } else if (group.rows.length < MOST_ROWS) group.rows.push(row);
      else group.more += 1;
    },
    count: () => doubles,
    read: () => [...groups.values()],
  };
}
