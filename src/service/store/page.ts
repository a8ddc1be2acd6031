import { sql } from 'kysely';
import { UserError } from '../../errors/wf-error.ts';

/** Part of a list, and where the next part begins. */
export interface Page<T> {
  readonly items: T[];
  /** Cursor of the next page; `null` on the last. */
  readonly next: string | null;
}

export interface Paging {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface OrderedPaging extends Paging {
  readonly order?: 'asc' | 'desc' | undefined;
}

/** Number of rows to read: one more than the page, which shows whether there is another. */
export function rowsToRead({ limit }: Paging): number {
  return limit === undefined ? Number.MAX_SAFE_INTEGER : limit + 1;
}

/**
 * Creates a page from rows read with `rowsToRead`. The cursor is the last row's key, so rows added meanwhile shift
 * nothing.
 */
export function toPage<R, T>(
  rows: readonly R[],
  { limit }: Paging,
  keyOf: (row: R) => string | number,
  toRecord: (row: R) => T,
): Page<T> {
  const hasMore = limit !== undefined && rows.length > limit;
  const shown = hasMore ? rows.slice(0, limit) : rows;
  const last = shown.at(-1);
  return { items: shown.map(toRecord), next: hasMore && last !== undefined ? encodeCursor(keyOf(last)) : null };
}

/** Reads where a page begins: after this key; for the first page, the `first` key. */
export function readCursor<K extends string | number>({ cursor }: Paging, first: K): K {
  if (cursor === undefined) return first;
  const key = decodeCursor(cursor);
  if (typeof key !== typeof first) throw invalidCursor();
  return key as K; // of the same primitive type, as checked above
}

/** Where a page begins, in a list that can be read in both directions. */
export interface PageStart<K extends string | number> {
  readonly order: 'asc' | 'desc';
  /** How the keys of the page compare with the cursor. */
  readonly isBehind: '>' | '<';
  readonly key: K;
}

/** Greater than any id. */
const BEYOND_IDS = '~';
/** Greater than any number that a column of PostgreSQL can hold. */
const BEYOND_NUMBERS = 2 ** 31 - 1;

/** Reads where a page of records with ids begins. */
export function readIdStart(paging: OrderedPaging): PageStart<string> {
  return readStart(paging, '', BEYOND_IDS);
}

/** Reads where a page of numbered records begins. */
export function readNumberStart(paging: OrderedPaging): PageStart<number> {
  return readStart(paging, -1, BEYOND_NUMBERS);
}

function readStart<K extends string | number>(
  { order = 'asc', ...paging }: OrderedPaging,
  least: K,
  beyond: K,
): PageStart<K> {
  return order === 'asc'
    ? { order, isBehind: '>', key: readCursor(paging, least) }
    : { order, isBehind: '<', key: readCursor(paging, beyond) };
}

/** Matches ids with a prefix. Two bounds, not a pattern: both databases answer them from an index. */
export function beginsWith(column: string, prefix = '') {
  return sql<boolean>`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + BEYOND_IDS}`;
}

/** Creates the cursor of the record with this key. */
export function encodeCursor(key: string | number): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
}

function invalidCursor(): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: 'The cursor does not belong to this list.',
    details: [{ loc: ['query', 'cursor'], msg: 'Input should be a cursor of this list', type: 'cursor' }],
  });
}
