import { expect, test } from 'vitest';
import { changeEveryRecord } from '../all-records/change-every-record.ts';
import { isInternal, listFixed } from '../all-records/column-rules.ts';
import { fillEveryTable, startFullService } from '../all-records/fill-every-table.ts';
import { readEveryRow, type StoredColumn, type StoredTable } from '../all-records/read-every-row.ts';
import type { TestDatabase } from '../start-service.ts';

const UNWRITTEN = 'No operation writes these: write them, and call the operation in test/helpers/all-records';
const UNCHANGED = 'change-every-record.ts leaves these as they are: change them, or declare them in column-rules.ts';

/** @param empty - the tables and columns that this database has no use for */
export function testColumns(database: () => TestDatabase, empty: readonly string[]): void {
  test('operations write each column, and change each that is not fixed', async () => {
    await using running = await startFullService({ database: database() });
    const world = await fillEveryTable(running, () => new Date());
    const before = await readEveryRow(running.store);
    await changeEveryRecord(world);
    const after = await readEveryRow(running.store);
    expect(after.flatMap(findUnwritten), UNWRITTEN).toEqual(empty);
    const old = new Map(before.map((table) => [table.name, table]));
    expect(after.flatMap((table) => findUnchanged(old.get(table.name), table)).toSorted(), UNCHANGED).toEqual(
      listFixed().toSorted(),
    );
  });
}

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
