import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { readAnswer, readAnswers, readEveryRecord, type Answers } from '../helpers/all-records/read-every-record.ts';
import type { StoredValue } from '../helpers/all-records/read-every-row.ts';
import type { RunningService } from '../helpers/start-service.ts';
import type { Db } from '../../src/service/store/schema.ts';

/** A column of a table. */
export interface ColumnName {
  readonly table: string;
  readonly column: string;
}

/** Finds whether the interface shows any of the columns: changes their values and compares the answers. */
export type IsShown = (columns: readonly ColumnName[]) => Promise<boolean>;

/** Takes a service on SQLite; foreign keys and triggers are off afterwards. */
export async function createColumnProbe(running: RunningService): Promise<IsShown> {
  const { store } = running;
  await allowAnyChange(store.db);
  const isReadDifferently = createComparison(running, await readEveryRecord(running));
  return async (columns) => {
    const stored: StoredColumnRows[] = [];
    for (const one of columns) stored.push({ ...one, rows: await readColumn(store.db, one) });
    const changed = stored.map((one) => ({ ...one, rows: one.rows.map((row) => changeRow(one.column, row)) }));
    await store.passingTransaction((db) => writeColumns(db, changed));
    const isShown = await isReadDifferently();
    await store.passingTransaction((db) => writeColumns(db, stored));
    return isShown;
  };
}

async function allowAnyChange(db: Db): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db);
  const triggers = await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'`.execute(db);
  for (const { name } of triggers.rows) await sql`drop trigger ${sql.table(name)}`.execute(db);
  // The probe's own requests would be noted under the changed ids of keys.
  await sql`create trigger no_uses before insert on key_uses begin select raise(ignore); end`.execute(db);
}

interface ColumnRow {
  readonly rowid: number;
  readonly value: StoredValue;
}

interface StoredColumnRows extends ColumnName {
  readonly rows: readonly ColumnRow[];
}

async function readColumn(db: Db, { table, column }: ColumnName): Promise<ColumnRow[]> {
  const query = sql<ColumnRow>`select rowid as rowid, ${sql.ref(column)} as value from ${sql.table(table)}`;
  return (await query.execute(db)).rows;
}

async function writeColumns(db: Db, columns: readonly StoredColumnRows[]): Promise<void> {
  for (const { table, column, rows } of columns) {
    for (const { rowid, value } of rows) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where rowid = ${rowid}`.execute(db);
    }
  }
}

function changeRow(column: string, { rowid, value }: ColumnRow): ColumnRow {
  return { rowid, value: column.startsWith('is_') ? 1 - Number(value) : changeStored(value) };
}

function changeStored(value: StoredValue): StoredValue {
  if (value instanceof Uint8Array) return new Uint8Array([...value, 0]);
  if (typeof value === 'string' && /^[[{]/.test(value)) return JSON.stringify(changeLeaves(JSON.parse(value)));
  // A row of SQLite has no other values.
  return changeLeaves(value) as StoredValue;
}

/** Changes every text, number and boolean of a JSON value, however deep. */
function changeLeaves(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? ['x'] : value.map(changeLeaves);
  if (typeof value === 'number') return value + 1000;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `x${value}`;
  if (typeof value !== 'object' || value === null) return 'x';
  const entries = Object.entries(value).map(([name, field]) => [name, changeLeaves(field)] as const);
  return entries.length === 0 ? { x: 'x' } : Object.fromEntries(entries);
}

/**
 * Finds whether any record is read differently than before. Columns of a table are mostly shown at the same paths, so
 * those where the last ones were found are checked first.
 */
function createComparison(running: RunningService, before: Answers): () => Promise<boolean> {
  let recent: readonly string[] = [];
  const showsAt = (path: string): true => {
    recent = [path, ...recent.filter((other) => other !== path)].slice(0, 6);
    return true;
  };
  return async () => {
    for (const path of recent) {
      if (!isDeepStrictEqual(await readAnswer(running, path), before[path])) return showsAt(path);
    }
    const seen = new Set<string>();
    for await (const [path, answer] of readAnswers(running)) {
      seen.add(path);
      if (!isDeepStrictEqual(answer, before[path])) return path in before ? showsAt(path) : true;
    }
    return seen.size !== Object.keys(before).length;
  };
}
