import type { LikeRows } from '../../contract/testset-report.ts';
import { createHashTable } from './hash-table.ts';

/** Rows that are alike, by places; holds a hash and a place per row. */
export interface DuplicateFinder {
  /** @param mark - what an earlier row with the same hash is compared by */
  add(hash: Buffer, row: number, mark: number, example: string): void;
  /** How many rows are another's double. */
  count(): number;
  read(): LikeRows[];
}

const MOST_GROUPS = 50;
const MOST_ROWS = 10;

/**
 * Makes the finder of rows with the same hash.
 *
 * @param isDouble - whether a row is told of, by its mark and that of the first row with its hash
 */
export function createDuplicateFinder(isDouble: (first: number, mark: number) => boolean): DuplicateFinder {
  const table = createHashTable();
  const groups = new Map<number, { rows: number[]; more: number; example: string }>();
  let doubles = 0;
  return {
    add(hash, row, mark, example) {
      const first = table.putIfAbsent(hash, row, mark);
      if (first === null || !isDouble(first.mark, mark)) return;
      doubles += 1;
      const group = groups.get(first.row);
      if (group === undefined) {
        if (groups.size < MOST_GROUPS) groups.set(first.row, { rows: [first.row, row], more: 0, example });
      } else if (group.rows.length < MOST_ROWS) group.rows.push(row);
      else group.more += 1;
    },
    count: () => doubles,
    read: () => [...groups.values()],
  };
}
