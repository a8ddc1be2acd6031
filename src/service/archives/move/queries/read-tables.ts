import { sql } from 'kysely';
import type { Db } from '../../../store/schema.ts';
import { MOVES_TABLE } from '../../../store/unfinished-move.ts';

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
const OWN = new Set(['wf_migrations', 'call_changes', MOVES_TABLE]);

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
