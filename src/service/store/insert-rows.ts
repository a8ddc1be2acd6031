import { setImmediate } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Database, Db } from './schema.ts';

type Value = string | number | Uint8Array | null;

export interface RowsToInsert<T extends keyof Database> {
  readonly table: T;
  readonly columns: readonly (keyof Database[T] & string)[];
  /** A row whose value of this column is there already is left as it is. @defaultValue none: it is an error */
  readonly unless?: keyof Database[T] & string;
}

/** Inserts rows, a value per column each. */
export type InsertRows = (db: Db, rows: readonly (readonly Value[])[]) => Promise<void>;

/**
 * Powers of two, so that any number of rows is inserted by few distinct statements, prepared once. SQLite holds up the
 * process for a millisecond or two with the largest: larger ones would be hardly quicker, and keep who waits for calls.
 */
const SIZES = [64, 32, 16, 8, 4, 2, 1];

/**
 * Makes the way to insert many rows of a kind. The query builder writes each statement once, and its words are used again
 * with other values: to build it anew, value by value, costs several times what the database needs to store the row.
 */
export function createInsertRows<T extends keyof Database>({ table, columns, unless }: RowsToInsert<T>): InsertRows {
  const written = new Map<number, string>();
  const write = (db: Db, size: number): string => {
    const row = Object.fromEntries(columns.map((column) => [column, '']));
    // The columns are the table's, and only the words of the statement are used.
    const query = db.insertInto(table).values(Array.from({ length: size }, () => row) as never);
    const { sql } = (
      unless === undefined ? query : query.onConflict((conflict) => conflict.column(unless as never).doNothing())
    ).compile();
    written.set(size, sql);
    return sql;
  };
  return async (db, rows) => {
    for (let start = 0, [...sizes] = SIZES; start < rows.length;) {
      const size = sizes.find((candidate) => candidate <= rows.length - start) ?? 1;
      const values = rows.slice(start, start + size).flat();
      await db.executeQuery(CompiledQuery.raw(written.get(size) ?? write(db, size), values));
      start += size;
      // SQLite answers at once: all others would wait until the last row is stored.
      if (start < rows.length) await setImmediate();
    }
  };
}
