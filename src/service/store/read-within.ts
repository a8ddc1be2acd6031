import { type SelectQueryBuilder, sql } from 'kysely';
import { sum } from '../../foundation/numbers.ts';
import { LIST_PAGE_BYTES } from '../../foundation/sizes.ts';

/** Rows that a query found. */
export interface FoundRows<Row> {
  readonly rows: Row[];
  /** Whether it has more, which a page has no room for. */
  readonly isCut: boolean;
  /** Whether some may be long. @defaultValue whether it has more */
  readonly isLong?: boolean;
  /** Whether records have little more than the columns that were measured. @defaultValue true */
  readonly isMeasured?: boolean;
}

/** In bytes: shorter pages are written at once. */
const LONG = 256 * 1024;

/**
 * Reads the first rows of a query that fit into a page, and at least one: a database tells how long a text is without
 * reading it.
 *
 * @param columns - those whose texts may be long
 * @param limit - most rows
 */
export async function readWithin<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  columns: readonly string[],
  limit: number,
): Promise<FoundRows<Row>> {
  const selected: unknown = await query.clearSelect().select(bytesOf(columns)).limit(limit).execute();
  // The compiler does not follow that the sum of the lengths replaces the columns of any query.
  const sizes = selected as readonly { readonly bytes: number }[];
  return await readFitting(sizes, (fitting) => query.limit(fitting).execute());
}

/** As `readWithin`, of rows that were measured. */
export async function readFitting<Row>(
  sizes: readonly { readonly bytes: number }[],
  read: (limit: number) => Promise<Row[]>,
): Promise<FoundRows<Row>> {
  if (sizes.length === 0) return { rows: [], isCut: false };
  const lengths = sizes.map((row) => row.bytes);
  const fitting = countFitting(lengths);
  const isLong = sum(lengths.slice(0, fitting)) > LONG;
  return { rows: await read(fitting), isCut: fitting < sizes.length, isLong };
}

/** Counts the first texts that have at most the bytes of a page together, and at least one. */
export function countFitting(sizes: readonly number[]): number {
  let left = LIST_PAGE_BYTES.most;
  const end = sizes.findIndex((size) => (left -= size) < 0);
  return end === -1 ? sizes.length : Math.max(1, end);
}

/** Selects the bytes that columns have together. */
export function bytesOf(columns: readonly string[]) {
  return sql<number>`${sql.join(columns.map(lengthOf), sql` + `)}`.as('bytes');
}

export function lengthOf(column: string) {
  return sql`coalesce(octet_length(${sql.ref(column)}), 0)`;
}
