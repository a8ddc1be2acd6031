import { describe, expect, inject, test } from 'vitest';
import { changeEveryRecord } from '../helpers/all-records/change-every-record.ts';
import { fillEveryTable, startFullService } from '../helpers/all-records/fill-every-table.ts';
import { readEveryRow, type StoredColumn, type StoredTable } from '../helpers/all-records/read-every-row.ts';
import { startService } from '../helpers/start-service.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { isInternal, listFixed, listStale } from './column-rules.ts';
import { type ColumnName, createColumnProbe } from './create-column-probe.ts';

/** A service without a bucket stores every bundle in the database, and only PostgreSQL has workers that share calls. */
const EMPTY: Readonly<Record<string, readonly string[]>> = {
  SQLite: ['artifacts.location', 'evaluation_slots'],
  PostgreSQL: ['artifacts.location'],
};

describe.each(['SQLite', 'PostgreSQL'])('on %s', (database) => {
  test('operations write each column, and change each that is not fixed', async () => {
    const where = database === 'SQLite' ? 'sqlite' : { adminUrl: inject('postgresUrl') };
    await using running = await startFullService({ database: where });
    const world = await fillEveryTable(running, () => new Date());
    const before = await readEveryRow(running.store);
    await changeEveryRecord(world);
    const after = await readEveryRow(running.store);
    expect(after.flatMap(findUnwritten)).toEqual(EMPTY[database]);
    const old = new Map(before.map((table) => [table.name, table]));
    expect(after.flatMap((table) => findUnchanged(old.get(table.name), table)).toSorted()).toEqual(
      listFixed().toSorted(),
    );
  });
});

test('the interface shows every column except internal ones', { timeout: 120_000 }, async () => {
  await using folder = await tempFolder();
  const database = { at: folder.path('wf.db') };
  {
    await using running = await startFullService({ database });
    await changeEveryRecord(await fillEveryTable(running, () => new Date()));
  }
  // It runs no evaluations, so that nothing changes meanwhile.
  await using running = await startService({ database });
  const tables = await readEveryRow(running.store);
  expect(listStale(tables)).toEqual([]);
  const columns = tables.flatMap(({ name, columns: own }): ColumnName[] =>
    own.map((column) => ({ table: name, column: column.name })),
  );
  const { internal = [], shown = [] } = Object.groupBy(columns, ({ table, column }) =>
    isInternal(table, column) ? 'internal' : 'shown',
  );
  const isShown = await createColumnProbe(running);
  const hidden: string[] = [];
  for (const one of shown) if (!(await isShown([one]))) hidden.push(`${one.table}.${one.column}`);
  expect(hidden).toEqual([]);
  const tablesSeen: string[] = [];
  for (const [table, own] of Map.groupBy(internal, (one) => one.table)) if (await isShown(own)) tablesSeen.push(table);
  expect(tablesSeen).toEqual([]);
});

/** Columns that are empty in every row, except when another column says so; a table without rows by its name. */
function findUnwritten({ name, columns, rows }: StoredTable): string[] {
  if (rows.length === 0) return [name];
  const isBare = (column: StoredColumn) =>
    rows.every((row) => row[column.name] === null || String(row[column.name]) === column.default);
  return columns.filter(isBare).map((column) => `${name}.${column.name}`);
}

/** Columns that are the same in every row as before, in tables where others differ. */
function findUnchanged(before: StoredTable | undefined, { name, columns, rows }: StoredTable): string[] {
  const keyOf = (row: StoredTable['rows'][number]) =>
    JSON.stringify(columns.filter(({ isKey }) => isKey).map((column) => row[column.name]));
  const now = new Map(rows.map((row) => [keyOf(row), row]));
  const pairs = (before?.rows ?? []).map((row) => [row, now.get(keyOf(row)) ?? row] as const);
  const isSame = (column: StoredColumn) =>
    pairs.every(([old, row]) => String(old[column.name]) === String(row[column.name]));
  if (columns.every(isSame)) return [];
  return columns
    .filter((column) => isSame(column) && !isInternal(name, column.name))
    .map((column) => `${name}.${column.name}`);
}
