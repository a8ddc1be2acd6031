import { sql } from 'kysely';
import { sumOf } from '../../../../foundation/numbers.ts';
import type { Db } from '../../../store/schema.ts';
import type { MovedTable } from './read-tables.ts';
import { addChecksum, type Row, toLine, type Value } from '../row-lines.ts';

/** Consecutive rows by key. */
export interface RowPage {
  readonly rows: readonly Row[];
  readonly lines: readonly string[];
  /** Key of the last row. */
  readonly lastKey: readonly Value[];
}

const MAX_ROWS = 5000;
/** Approximate size of a page in memory, whatever its rows contain. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Reads a table in the order of its key.
 *
 * @param after - key of the row before the first; `null`: from the start
 * @yields pages of rows
 */
export async function* readRows(
  db: Db,
  table: MovedTable,
  after: readonly Value[] | null = null,
): AsyncGenerator<RowPage> {
  let size = table.hasBytes ? 1 : 500;
  for (let key = after; ;) {
    const { rows } = await selectPage(table, key, size).execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    const lines = rows.map((row) => toLine(row, table.columns));
    const lastKey = table.key.map((column) => last[column] ?? null);
    yield { rows, lines, lastKey };
    if (rows.length < size) return;
    const bytes = sumOf(lines, (line) => line.length);
    size = Math.max(1, Math.min(MAX_ROWS, size * 4, Math.floor((PAGE_BYTES * rows.length) / bytes)));
    key = lastKey;
  }
}

function selectPage({ name, columns, key }: MovedTable, after: readonly Value[] | null, size: number) {
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  const where =
    after === null ? sql`` : sql`where (${keyColumns}) > (${sql.join(after.map((value) => sql.val(value)))})`;
  const listed = sql.join(columns.map((column) => sql.ref(column)));
  return sql<Row>`select ${listed} from ${sql.table(name)} ${where} order by ${keyColumns} limit ${sql.lit(size)}`;
}

/** Row count and checksum of a table. */
export interface TableSum {
  readonly rows: number;
  readonly sum: number;
}

/** Counts the rows of a table and computes their checksum. */
export async function sumTable(db: Db, table: MovedTable): Promise<TableSum> {
  let total: TableSum = { rows: 0, sum: 0 };
  for await (const { lines } of readRows(db, table)) total = addLines(total, lines);
  return total;
}

export function addLines({ rows, sum }: TableSum, lines: readonly string[]): TableSum {
  return { rows: rows + lines.length, sum: lines.reduce(addChecksum, sum) };
}
