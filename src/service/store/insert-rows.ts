import { setImmediate } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Database, Db } from './schema.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

type Value = string | number | Uint8Array | null;

export interface RowsToInsert<T extends keyof Database> {
  readonly table: T;
  readonly columns: readonly (keyof Database[T] & string)[];
  /** A row whose value of this column exists already is skipped. @defaultValue none: it is an error */
  readonly unless?: keyof Database[T] & string;
  /** A row with the same value of this column is replaced. @defaultValue none: it is an error */
  readonly replaces?: keyof Database[T] & string;
}

/** Inserts rows, each a list of values by column. @returns how many, skipped ones left out */
export type InsertRows = (db: Db, rows: readonly (readonly Value[])[]) => Promise<number>;

/**
 * Powers of two, so that any number of rows is inserted by a few prepared statements. The largest blocks the process
 * for a millisecond or two on SQLite: larger ones would be hardly faster, and block other calls for longer.
 */
const SIZES = [64, 32, 16, 8, 4, 2, 1];

/**
 * Creates the function that inserts many rows into a table. The query builder writes each statement once, and its SQL
 * is reused with other values: building it again, value by value, costs several times as much as storing the row.
 */
export function createInsertRows<T extends keyof Database>({
  table,
  columns,
  unless,
  replaces,
}: RowsToInsert<T>): InsertRows {
  const written = new Map<number, string>();
  const write = (db: Db, size: number): string => {
    const row = Object.fromEntries(columns.map((column) => [column, '']));
    // The columns are the table's, and only the SQL of the statement is used.
    const query = db.insertInto(table).values(Array.from({ length: size }, () => row) as never);
    const skipping =
      unless === undefined ? query : query.onConflict((conflict) => conflict.column(unless as never).doNothing());
    const { sql } = skipping.compile();
    const others = columns
      .filter((column) => column !== replaces)
      .map((column) => `"${column}" = excluded."${column}"`);
    const whole =
      replaces === undefined ? sql : `${sql} on conflict ("${replaces}") do update set ${others.join(', ')}`;
    written.set(size, whole);
    return whole;
  };
  return async (db, rows) => {
    let inserted = 0n;
    for (let start = 0, [...sizes] = SIZES; start < rows.length;) {
      const size = sizes.find((candidate) => candidate <= rows.length - start) ?? 1;
      const values = rows.slice(start, start + size).flat();
      const result = await db.executeQuery(CompiledQuery.raw(written.get(size) ?? write(db, size), values));
      inserted += result.numAffectedRows ?? 0n;
      start += size;
      // SQLite answers synchronously: other work would wait until the last row is stored.
      if (start < rows.length) await setImmediate();
    }
    return Number(inserted);
  };
}

/** Values per statement: SQLite takes 32,766. */
const BATCH = 500;

/**
 * Splits values into batches that one statement takes.
 *
 * @yields the values, in their order
 */
export function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}

/** Reads rows by ids, however many; none by none. */
export async function readBatches<R>(
  ids: readonly string[],
  read: (batch: readonly string[]) => Promise<R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (const batch of inBatches(ids)) rows.push(...(await read(batch)));
  return rows;
}

interface Candidate {
  readonly id: string;
  readonly name?: string;
}

/** Creates the error for an unknown id, with the records that were probably meant. */
export function missingRecord(kind: string, id: string, candidates: readonly Candidate[]): UserError {
  const names = candidates.flatMap((candidate) => [candidate.name ?? candidate.id, candidate.id]);
  const near = closestNames(id, names);
  const meant = candidates.filter((candidate) => near.includes(candidate.name ?? '') || near.includes(candidate.id));
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `No ${kind} has the id ${JSON.stringify(id)}.${hintOf(kind, meant, candidates)}`,
    details: { kind, id, near },
  });
}

function hintOf(kind: string, meant: readonly Candidate[], candidates: readonly Candidate[]): string {
  if (meant.length > 0) return ` Did you mean ${meant.slice(0, 3).map(describe).join(' or ')}?`;
  if (candidates.length === 0) return ` There is no ${kind} yet.`;
  const more = candidates.length > 5 ? ', …' : '';
  return ` Available: ${candidates.slice(0, 5).map(describe).join(', ')}${more}.`;
}

function describe({ id, name = id }: Candidate): string {
  return name === id ? name : `${name} (id ${id})`;
}

/** How many candidates are read for the message of a 404. */
export const CANDIDATES = 200;
