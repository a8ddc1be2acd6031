import { sql } from 'kysely';
import type { Store } from '../../../src/service/store/open-store.ts';

export type StoredValue = string | number | null | Uint8Array;
export type StoredRow = Readonly<Record<string, StoredValue>>;

/** A table as the database describes it. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  readonly rows: readonly StoredRow[];
}

export interface StoredColumn {
  readonly name: string;
  /** Whether it is a part of the primary key. */
  readonly isKey: boolean;
  /** The column's default as text; `null`: none. */
  readonly default: string | null;
}

/** Reads every row of every table, in the order of its key. */
export async function readEveryRow({ db, dialect }: Pick<Store, 'db' | 'dialect'>): Promise<StoredTable[]> {
  const catalog = await (dialect === 'sqlite' ? SQLITE_COLUMNS : POSTGRES_COLUMNS).execute(db);
  const tables = Map.groupBy(catalog.rows, ({ table }) => table);
  const read: StoredTable[] = [];
  for (const [name, described] of tables) {
    const columns = described.map((column) => ({
      name: column.name,
      isKey: Boolean(column.is_key),
      default: column.default?.replace(/^'(.*?)'(::.*)?$/, '$1') ?? null,
    }));
    const order = sql.join(columns.filter(({ isKey }) => isKey).map((column) => sql.ref(column.name)));
    const { rows } = await sql<StoredRow>`select * from ${sql.table(name)} order by ${order}`.execute(db);
    read.push({ name, columns, rows });
  }
  return read;
}

interface DescribedColumn {
  readonly table: string;
  readonly name: string;
  readonly default: string | null;
  readonly is_key: number | boolean;
}

const SQLITE_COLUMNS = sql<DescribedColumn>`
  select t.name as "table", c.name as name, c.dflt_value as "default", c.pk > 0 as is_key
  from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table' order by t.name, c.cid`;

const POSTGRES_COLUMNS = sql<DescribedColumn>`
  select c.relname as "table", a.attname as name, pg_get_expr(d.adbin, d.adrelid) as "default",
    a.attnum = any(i.indkey) as is_key
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname collate "C", a.attnum`;
