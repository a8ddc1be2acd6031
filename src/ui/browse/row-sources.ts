import type { View } from '../layout/view.ts';
import type { Column } from '../layout/table-model.ts';
import { toFilter } from '../choose/edit-text.ts';

export function allRows<Row>(rows: readonly Row[]): RowSource<Row> {
  const nothing = async () => undefined;
  return { rows, isComplete: true, isCounted: true, fetchMore: nothing, count: nothing };
}

/** Access to a list from its end, without loading the rows before it. */
export interface ReversedRows<Row> {
  /** Number of rows; `null` if unknown. */
  count(): Promise<number | null>;
  walk(): AsyncIterable<Row>;
}

const MAX_ROWS_IN_FLIGHT = 1000;

/** Creates a source that fetches the service's pages only as far as needed. */
export function walkRows<Row>(walk: AsyncIterable<Row>, reversed: ReversedRows<Row> | null = null): RowSource<Row> {
  const rows: (Row | undefined)[] = [];
  const forwards = walk[Symbol.asyncIterator]();
  const backwards = reversed?.walk()[Symbol.asyncIterator]();
  /** Number of rows loaded from the start and from the end. */
  let [head, tail] = [0, 0];
  let [isCounted, isEnded] = [false, false];
  const missing = () => (isCounted ? Math.max(0, rows.length - head - tail) : Infinity);
  return {
    rows,
    get isComplete() {
      return isEnded || missing() === 0;
    },
    get isCounted() {
      return isCounted || isEnded;
    },
    async count() {
      const count = isEnded ? null : ((await reversed?.count()) ?? null);
      if (count === null || count < head) return;
      rows.length = count;
      isCounted = true;
    },
    async fetchMore(index) {
      const isNearTheEnd = isCounted && rows.length - tail - index < index - head;
      for (let count = 0; count < MAX_ROWS_IN_FLIGHT && !isEnded && missing() > 0; count += 1) {
        if (isNearTheEnd) await fetchBackwards();
        else await fetchForwards();
      }
    },
  };

  async function fetchForwards(): Promise<void> {
    const next = await forwards.next();
    if (next.done !== true) {
      rows[head] = next.value;
      head += 1;
      return;
    }
    // The iterator reached the end, whatever the count was.
    rows.length = head;
    isEnded = true;
  }

  async function fetchBackwards(): Promise<void> {
    const next = await backwards?.next();
    if (next !== undefined && next.done !== true) {
      tail += 1;
      rows[rows.length - tail] = next.value;
      return;
    }
    rows.splice(0, rows.length - tail);
    isEnded = true;
  }
}

/** Rows that are fetched as the user scrolls. */
export interface RowSource<Row> {
  /** The rows by index; grows as they arrive. In a counted list, rows are `undefined` until they are fetched. */
  readonly rows: readonly (Row | undefined)[];
  readonly isComplete: boolean;
  /** Whether `rows` is as long as the whole list. */
  readonly isCounted: boolean;
  /** Fetches rows towards an index, from the nearer end of the list. */
  fetchMore(index: number): Promise<void>;
  /** Determines the length of the list, if the service can count it. */
  count(): Promise<void>;
}

export interface Listing<Row> {
  readonly title: string;
  readonly source: RowSource<Row>;
  readonly columns: (rows: readonly Row[]) => readonly Column<Row>[];
  /** Identifies a row; `c` copies it. */
  readonly idOf: (row: Row) => string;
  readonly details: (row: Row) => View | Promise<View>;
  readonly compare: (first: Row, second: Row) => View | Promise<View>;
  readonly address: (row: Row) => string | Promise<string>;
  readonly empty: string;
}

/** Returns enough rows to decide the columns and their widths. */
export function sampleOf<Row>({ rows }: RowSource<Row>): Row[] {
  return rows.slice(0, SAMPLE).filter((row) => row !== undefined);
}

const SAMPLE = 200;

export interface RowFilter<Row> {
  /** Returns the matching loaded rows, up to the first that is not loaded; grows as rows arrive. */
  read(): readonly (Row | undefined)[];
}

/**
 * Creates a filter for the typed words. It checks each row once, also when more arrive later; a longer word is searched
 * among the rows that matched the shorter one.
 *
 * @param wider - a filter that lets more pass; `null`: none
 */
export function createRowFilter<Row>(
  { source, columns }: Pick<Listing<Row>, 'source' | 'columns'>,
  typed: string,
  wider: RowFilter<Row> | null,
): RowFilter<Row> {
  if (typed === '') return { read: () => source.rows };
  const matches = toFilter(typed);
  const found: Row[] = [];
  let seen = 0;
  return {
    read() {
      const rows = wider?.read() ?? source.rows;
      if (seen === rows.length) return found;
      const heads = columns(sampleOf(source));
      for (let row = rows[seen]; row !== undefined; row = rows[seen]) {
        if (matches(textOf(row, heads))) found.push(row);
        seen += 1;
      }
      return found;
    },
  };
}

function textOf<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return columns.map(({ value }) => String(value(row) ?? '')).join(' ');
}
