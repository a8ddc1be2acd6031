import type { Page } from '../layout/page.ts';
import type { Column } from '../layout/table-model.ts';

/** Rows that are fetched as they are looked at. */
export interface RowSource<Row> {
  /** Those that are here, each at its place; it grows. Where the list is counted, places are missing until they are fetched. */
  readonly rows: readonly (Row | undefined)[];
  readonly isComplete: boolean;
  /** Whether `rows` is as long as the whole list. */
  readonly isCounted: boolean;
  /** Fetches rows on the way to a place, from the end of the list that is nearer. */
  fetchMore(place: number): Promise<void>;
  /** Finds out how long the list is, where somebody knows. */
  count(): Promise<void>;
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

/** Rows that there are many of: enough of them to know which columns there are, and how wide. */
export function sampleOf<Row>({ rows }: RowSource<Row>): Row[] {
  return rows.slice(0, SAMPLE).filter((row) => row !== undefined);
}

const SAMPLE = 200;
