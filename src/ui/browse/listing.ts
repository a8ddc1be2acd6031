import type { Page } from '../layout/page.ts';
import type { Column } from '../layout/table-model.ts';

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

/** A list for interactive browsing. */
export interface Listing<Row> {
  readonly title: string;
  readonly source: RowSource<Row>;
  readonly columns: (rows: readonly Row[]) => readonly Column<Row>[];
  /** Identifies a row; `c` copies it. */
  readonly idOf: (row: Row) => string;
  readonly details: (row: Row) => Page | Promise<Page>;
  readonly compare: (first: Row, second: Row) => Page | Promise<Page>;
  /** URL of a row's page in the playground. */
  readonly address: (row: Row) => string | Promise<string>;
  readonly empty: string;
}

/** Returns enough rows to decide the columns and their widths. */
export function sampleOf<Row>({ rows }: RowSource<Row>): Row[] {
  return rows.slice(0, SAMPLE).filter((row) => row !== undefined);
}

const SAMPLE = 200;
