import { type ControlledTransaction, sql } from 'kysely';
import { sumOf } from '../../../../foundation/numbers.ts';
import type { Database, Db } from '../../../store/schema.ts';
import { addChecksum, type Row, toLine, type Value } from '../row-lines.ts';
import type { Store } from '../../../store/open-store.ts';
import { MOVES_TABLE } from '../../../store/migrate.ts';

export interface RowPage {
  readonly rows: readonly Row[];
  readonly lines: readonly string[];
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

export interface TableSum {
  readonly rows: number;
  readonly sum: number;
}

export async function sumTable(db: Db, table: MovedTable): Promise<TableSum> {
  let total: TableSum = { rows: 0, sum: 0 };
  for await (const { lines } of readRows(db, table)) total = addLines(total, lines);
  return total;
}

export function addLines({ rows, sum }: TableSum, lines: readonly string[]): TableSum {
  return { rows: rows + lines.length, sum: lines.reduce(addChecksum, sum) };
}

/**
 * Opens a transaction in which the copy is consistent.
 *
 * @param isInUse - others may write meanwhile, which the transaction does not see; otherwise it locks the tables
 */
export async function lockSource(
  { db, dialect }: Pick<Store, 'dialect' | 'db'>,
  tables: readonly MovedTable[],
  isInUse: boolean,
): Promise<ControlledTransaction<Database>> {
  if (dialect === 'sqlite') return await db.startTransaction().execute();
  const locked = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  if (!isInUse)
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in share mode`.execute(locked);
  return locked;
}

/** A table as both databases have it. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key, in order. */
  readonly key: readonly string[];
  readonly hasBytes: boolean;
  /** Indexes of the columns with fractions, which the databases write differently. */
  readonly fractions: readonly number[];
}

/** Tables that describe the database itself. */
const OWN = new Set(['wf_migrations', 'call_changes', 'record_changes', MOVES_TABLE]);

/** Reads the list of tables from a SQLite database; PostgreSQL has the same tables. Referenced tables come first. */
export async function readTables(sqlite: Db): Promise<MovedTable[]> {
  const names = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`.execute(sqlite);
  const tables = new Map<string, Described>();
  for (const { name } of names.rows) if (!OWN.has(name)) tables.set(name, await describe(sqlite, name));
  const ordered = new Map<string, MovedTable>();
  const place = ({ table, parents }: Described): void => {
    if (ordered.has(table.name)) return;
    for (const parent of parents) {
      const found = parent === table.name ? undefined : tables.get(parent);
      if (found !== undefined) place(found);
    }
    ordered.set(table.name, table);
  };
  for (const described of tables.values()) place(described);
  return [...ordered.values()];
}

interface Described {
  readonly table: MovedTable;
  readonly parents: readonly string[];
}

async function describe(db: Db, name: string): Promise<Described> {
  const columns = await sql<{ name: string; type: string; pk: number }>`
    select name, lower(type) as type, pk from pragma_table_info(${name}) order by cid`.execute(db);
  const parents = await sql<{ parent: string }>`
    select distinct "table" as parent from pragma_foreign_key_list(${name})`.execute(db);
  const key = columns.rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return {
    table: {
      name,
      columns: columns.rows.map((column) => column.name),
      key: key.map((column) => column.name),
      hasBytes: columns.rows.some(({ type }) => type === 'blob'),
      fractions: columns.rows.flatMap(({ type }, place) => (type === 'real' ? [place] : [])),
    },
    parents: parents.rows.map(({ parent }) => parent),
  };
}
