import type { Cell } from './cell.ts';

/** The answers of rows, by column and row. Listeners hear of changes a few times per second. */
export interface CellStore {
  readonly get: (columnId: string, row: number) => Cell | undefined;
  /** Replaces a cell; `null` removes it. */
  readonly set: (columnId: string, row: number, cell: Cell | null) => void;
  /** Changes a cell that exists. */
  readonly change: (columnId: string, row: number, update: (cell: Cell) => Cell) => void;
  /** Lists the cells of a column with their rows, in the order in which they were first set. */
  readonly ofColumn: (columnId: string) => ReadonlyMap<number, Cell>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Notifies the listeners soon. */
  readonly touch: () => void;
  /** A number that differs after each notification. */
  readonly version: () => number;
}

/** Many calls end at once: drawing after each of them would take longer than the calls. */
const PAUSE_MS = 50;
const NONE: ReadonlyMap<number, Cell> = new Map();

export function createCellStore(): CellStore {
  const columns = new Map<string, Map<number, Cell>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let isWaiting = false;
  const notify = () => {
    isWaiting = false;
    version += 1;
    for (const listener of listeners) listener();
  };
  const touch = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(notify, PAUSE_MS);
  };
  const get = (columnId: string, row: number) => columns.get(columnId)?.get(row);
  const set = (columnId: string, row: number, cell: Cell | null) => {
    const cells = columns.get(columnId) ?? new Map<number, Cell>();
    columns.set(columnId, cells);
    if (cell === null) cells.delete(row);
    else cells.set(row, cell);
    touch();
  };
  return {
    get,
    set,
    change: (columnId, row, update) => {
      const cell = get(columnId, row);
      if (cell !== undefined) set(columnId, row, update(cell));
    },
    ofColumn: (columnId) => columns.get(columnId) ?? NONE,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch,
    version: () => version,
  };
}
