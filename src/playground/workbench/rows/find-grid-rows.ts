import type { CellStore } from './cell-store.ts';

export type ShownRows = 'all' | 'answered' | 'differences' | 'failures';

/** Reads the choice of rows from an address. */
export function toShownRows(text: string | undefined): ShownRows {
  return text === 'answered' || text === 'differences' || text === 'failures' ? text : 'all';
}

/** Finds the rows to show, as indexes of the test set. */
export function findGridRows(
  store: Pick<CellStore, 'get'>,
  columnIds: readonly string[],
  count: number,
  shown: ShownRows,
): readonly number[] {
  const all = Array.from({ length: count }, (_, row) => row);
  const cellsOf = (row: number) => columnIds.map((id) => store.get(id, row));
  switch (shown) {
    case 'all':
      return all;
    case 'answered':
      return all.filter((row) => cellsOf(row).some((cell) => cell !== undefined));
    case 'failures':
      return all.filter((row) => cellsOf(row).some((cell) => cell?.state === 'failed'));
    case 'differences':
      return all.filter((row) => {
        const texts = cellsOf(row).flatMap((cell) =>
          cell === undefined || cell.state === 'running' ? [] : [cell.text],
        );
        return new Set(texts).size > 1;
      });
  }
}
