import { type Expression, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { ByLabels, FilteredPaging } from '../../contract/endpoint/filtered-paging.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { sizeUpTo } from '../../foundation/shorten.ts';
import { LIST_PAGE, LIST_PAGE_BYTES } from '../../foundation/sizes.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import type { FoundRows } from './read-within.ts';
import type { Db } from './schema.ts';

/** Key of a record in a list: its id or number, or, in a sorted list, the value and the id. */
export type CursorKey = string | number | readonly [string, string];

/** Part of a list, and where the next part begins. */
export interface Page<T> {
  readonly items: T[];
  /** Cursor of the next page; `null` on the last. */
  readonly next: string | null;
  /** Whether its records may be long, so that they are written one by one. @defaultValue false */
  readonly isLong?: boolean;
  /** Number of records on all pages; only if the caller asked for it. */
  readonly total?: number | undefined;
}

export interface Paging {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface OrderedPaging extends Paging {
  readonly order?: 'asc' | 'desc' | undefined;
}

/**
 * Number of rows to read: one more than the page, which shows whether there is another. A whole list is read by pages, too:
 * measuring all that is left of it for each page would take ever longer.
 */
export function rowsToRead({ limit = LIST_PAGE.most }: Paging): number {
  return limit + 1;
}

/**
 * Creates a page from rows read with `rowsToRead`, or from those that fit into one. The cursor is the last row's key, so
 * rows added meanwhile shift nothing.
 *
 * @param key - the column of the key, or how to read it
 */
export function toPage<R, T>(
  found: readonly R[] | FoundRows<R>,
  { limit = LIST_PAGE.most }: Paging,
  key: KeyColumn<R> | ((row: R) => CursorKey),
  toRecord: (row: R) => T,
): Page<T> {
  // The type of a read-only array is not that of `Array.isArray`.
  const {
    rows,
    isCut,
    isLong = isCut,
    isMeasured = true,
  }: PageRows<R> = 'rows' in found ? found : { rows: found, isCut: false, isMeasured: false };
  const wanted = rows.slice(0, limit).map(toRecord);
  // Lengths in the database say how long records are; without them, the records do.
  const items = isMeasured ? wanted : firstWithin(wanted);
  const hasMore = isCut || items.length < rows.length;
  const last = rows[items.length - 1];
  // `KeyColumn` picks the columns of this type.
  const keyOf = typeof key === 'function' ? key : (row: R) => row[key] as CursorKey;
  const next = hasMore && last !== undefined ? encodeCursor(keyOf(last)) : null;
  return { items, next, isLong };
}

/** Returns the first records that fit into a page, and at least one. */
function firstWithin<T>(records: T[]): T[] {
  let left = LIST_PAGE_BYTES.most;
  const end = records.findIndex((record) => (left -= sizeUpTo(record, left + 1)) < 0);
  return end === -1 ? records : records.slice(0, Math.max(1, end));
}

type PageRows<R> = Omit<FoundRows<R>, 'rows'> & { readonly rows: readonly R[] };

type KeyColumn<R> = { [K in keyof R]: R[K] extends CursorKey ? K : never }[keyof R];

/** Where a page begins, in a list that is read in one direction. */
export interface PageAfter<K extends string | number> {
  readonly after: K;
  readonly limit: number;
}

/** Reads where a page begins: after this key; for the first page, the `first` key. */
export function readPageAfter<K extends string | number>(paging: Paging, first: K): PageAfter<K> {
  return { after: readCursor(paging, first), limit: rowsToRead(paging) };
}

/** Reads the key of a cursor; without a cursor, the `first` key. */
export function readCursor<K extends string | number>({ cursor }: Paging, first: K): K {
  if (cursor === undefined) return first;
  const key = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (typeof key !== typeof first || !isInRange(key)) throw invalidCursor();
  return key as K; // of the same primitive type, as checked above
}

/** PostgreSQL refuses to compare a number column with a fraction, or with more than 32 bits. */
function isInRange(key: unknown): boolean {
  return typeof key !== 'number' || (Number.isInteger(key) && Math.abs(key) <= BEYOND_NUMBERS);
}

/** Where a page begins, in a list that can be read in both directions. */
export interface PageStart<K extends string | number> {
  readonly order: 'asc' | 'desc';
  /** How the keys of the page compare with the cursor. */
  readonly isBehind: '>' | '<';
  readonly key: K;
  readonly limit: number;
}

const BEYOND_IDS = '~';
/** Greater than any number that a column of PostgreSQL can hold. */
const BEYOND_NUMBERS = 2 ** 31 - 1;

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
  const limit = rowsToRead(paging);
  return order === 'asc'
    ? { order, isBehind: '>', key: readCursor(paging, least), limit }
    : { order, isBehind: '<', key: readCursor(paging, beyond), limit };
}

/** Where a page begins in a list that is sorted by a column, and by the id where values are equal. */
export interface SortedStart {
  readonly order: 'asc' | 'desc';
  /** `null`: by the id alone. */
  readonly column: string | null;
  /** Value and id of the record before the page; `null`: it is the first page. */
  readonly after: readonly [string, string] | null;
}

/** @param columns - columns by the names that callers sort by */
export function readSortedStart(
  { sort, order = 'asc', cursor }: OrderedPaging & { readonly sort?: string | undefined },
  columns: Readonly<Record<string, string>>,
): SortedStart {
  const column = sort === undefined ? null : (columns[sort] ?? null);
  if (column === null) {
    const id = cursor === undefined ? null : readCursor({ cursor }, '');
    return { order, column, after: id === null ? null : ['', id] };
  }
  return { order, column, after: cursor === undefined ? null : readSortedCursor(cursor) };
}

/** Where a page begins, as a defined query takes it: what its SQL depends on, apart from the values. */
export interface SplitStart {
  readonly shape: Pick<SortedStart, 'order' | 'column'> & { readonly isFirst: boolean };
  readonly values: { readonly afterValue: string; readonly afterId: string };
}

export function splitStart({ order, column, after }: SortedStart): SplitStart {
  const [afterValue, afterId] = after ?? ['', ''];
  return { shape: { order, column, isFirst: after === null }, values: { afterValue, afterId } };
}

export function joinStart({ isFirst, ...shape }: SplitStart['shape'], values: SplitStart['values']): SortedStart {
  return { ...shape, after: isFirst ? null : [values.afterValue, values.afterId] };
}

/** Returns how to read the key of a record in a sorted list. */
export function keyIn<Row extends object>(
  { column }: SortedStart,
  id: keyof Row & string,
  names: Readonly<Record<string, keyof Row & string>> = {},
): (row: Row) => CursorKey {
  const read = (row: Row, name: string) => String(row[(names[name] ?? name) as keyof Row]);
  return (row) => (column === null ? read(row, id) : [read(row, column), read(row, id)]);
}

export function isInPage({ order, column, after }: SortedStart, id: string): RawBuilder<boolean> {
  if (after === null) return sql<boolean>`1 = 1`;
  const behind = sql.raw(order === 'asc' ? '>' : '<');
  const [value, key] = after;
  if (column === null) return sql<boolean>`${sql.ref(id)} ${behind} ${key}`;
  return sql<boolean>`(${sql.ref(column)}, ${sql.ref(id)}) ${behind} (${value}, ${key})`;
}

export function inOrder({ order, column }: SortedStart, id: string): RawBuilder<unknown> {
  const direction = sql.raw(order);
  const byId = sql`${sql.ref(id)} ${direction}`;
  return column === null ? byId : sql`${sql.ref(column)} ${direction}, ${byId}`;
}

function readSortedCursor(cursor: string): readonly [string, string] {
  const key = parseJson(Buffer.from(cursor, 'base64url').toString());
  const [value, id, ...others]: readonly unknown[] = Array.isArray(key) ? key : [];
  if (typeof value === 'string' && typeof id === 'string' && others.length === 0) return [value, id];
  throw invalidCursor();
}

/** Matches ids with a prefix. Two bounds, not a pattern: both databases answer them from an index. */
export function beginsWith(column: string, prefix = '') {
  return sql<boolean>`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + BEYOND_IDS}`;
}

export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Creates the refusal of a cursor that this list did not give out. */
export function invalidCursor(): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: 'The cursor does not belong to this list.',
    details: [{ loc: ['query', 'cursor'], msg: 'Input should be a cursor of this list', type: 'cursor' }],
  });
}

/** Conditions that the lists of labelled records have. */
export type CommonFilter = ReturnType<typeof readCommonFilter>;

export function readCommonFilter(query: CommonQuery) {
  const { id_prefix: idPrefix, created_since: since, created_until: until, search } = query;
  const { label: labels = [], archived } = query;
  return { idPrefix, since, until, search, labels, archived };
}

type CommonQuery = z.infer<typeof FilteredPaging> & z.infer<typeof ByLabels>;

/** Counts the rows that a query selects. */
export async function countRows(db: Db, selected: Expression<unknown>): Promise<number> {
  const query = sql<{ count: number | string }>`select count(*) as count from (${selected}) as selected`;
  return Number((await query.execute(db)).rows[0]?.count);
}

interface CommonColumns {
  readonly created: string;
  readonly names: readonly string[];
}

/** Matches records by the time of their creation and by text in their names. */
export function isWanted(
  { since, until, search }: Pick<CommonFilter, 'since' | 'until' | 'search'>,
  { created, names }: CommonColumns,
): RawBuilder<boolean> {
  const conditions = [
    ...(since === undefined ? [] : [sql<boolean>`${sql.ref(created)} >= ${since}`]),
    ...(until === undefined ? [] : [sql<boolean>`${sql.ref(created)} < ${until}`]),
    ...(search === undefined ? [] : [containsText(names, search)]),
  ];
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Both databases fold the case of ASCII letters only: PostgreSQL because names have the collation "C". */
function containsText(columns: readonly string[], text: string): RawBuilder<boolean> {
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pattern = `%${lower.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const matches = columns.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}
