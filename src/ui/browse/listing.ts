import type { Page } from '../page.ts';
import type { Column } from '../table-model.ts';

/** Rows that are fetched as they are looked at. */
export interface RowSource<Row> {
  /** Those that are here, in order; it grows. */
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
  fetchMore(): Promise<void>;
}

/** What a person can look through. */
export interface Listing<Row> {
  readonly title: string;
  readonly source: RowSource<Row>;
  readonly columns: (rows: readonly Row[]) => readonly Column<Row>[];
  /** What is copied, and tells rows apart. */
  readonly idOf: (row: Row) => string;
  readonly details: (row: Row) => Page | Promise<Page>;
  readonly compare: (first: Row, second: Row) => Page | Promise<Page>;
  /** Address of a row's page in the playground. */
  readonly address: (row: Row) => string | Promise<string>;
  readonly empty: string;
}

/** Makes a source of rows that are all here. */
export function allRows<Row>(rows: readonly Row[]): RowSource<Row> {
  return { rows, isComplete: true, fetchMore: async () => undefined };
}

const ROWS_AT_ONCE = 1000;

/** Makes a source that walks a service's pages no further than is looked at. */
export function walkRows<Row>(walk: AsyncIterable<Row>): RowSource<Row> {
  const rows: Row[] = [];
  const iterator = walk[Symbol.asyncIterator]();
  let isComplete = false;
  return {
    rows,
    get isComplete() {
      return isComplete;
    },
    async fetchMore() {
      for (let count = 0; count < ROWS_AT_ONCE && !isComplete; count += 1) {
        const next = await iterator.next();
        if (next.done === true) isComplete = true;
        else rows.push(next.value);
      }
    },
  };
}
