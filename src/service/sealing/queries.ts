import { type RawBuilder, sql } from 'kysely';
import { SEALED_COLUMNS, type SealedTable } from '../secrets/queries.ts';
import type { Db } from '../store/schema.ts';

export interface SealedRow {
  readonly id: string;
  /** For a variable, its name. */
  readonly name: string;
  /** For a variable, the app that it was sealed for. */
  readonly app_id: string;
  readonly sealed: string;
}

const ROWS: Readonly<
  Record<SealedTable, { readonly id: string; readonly name: string; readonly app: RawBuilder<unknown> }>
> = {
  app_variables: { id: 'app_id', name: 'name', app: sql`app_id` },
  environment_variables: {
    id: 'set_id',
    name: 'name',
    app: sql`(select app_id from environments where environments.id = environment_id)`,
  },
  evaluations: { id: 'id', name: 'id', app: sql`app_id` },
  fingerprint_key: { id: 'id', name: 'id', app: sql`''` },
  human_evaluations: { id: 'id', name: 'id', app: sql`app_id` },
  human_voters: { id: 'id', name: 'id', app: sql`''` },
  keys: { id: 'prefix', name: 'prefix', app: sql`''` },
  secrets: { id: 'id', name: 'id', app: sql`''` },
  webhooks: { id: 'id', name: 'id', app: sql`''` },
};

export interface StalePage {
  readonly table: SealedTable;
  /** Name of the key that values should be sealed with. */
  readonly keyName: string;
  /** The row before the page; `null`: from the start. */
  readonly after: Pick<SealedRow, 'id' | 'name'> | null;
  readonly limit: number;
}

/** Reads values that are sealed with other keys, in the order of their rows. */
export async function readStaleValues(db: Db, { table, keyName, after, limit }: StalePage) {
  const { id, name, app } = ROWS[table];
  const begin = `v1.${keyName}.`;
  const sealed = sql.ref(SEALED_COLUMNS[table]);
  const place = after === null ? sql`` : sql`and (${sql.ref(id)}, ${sql.ref(name)}) > (${after.id}, ${after.name})`;
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(id)} as id, ${sql.ref(name)} as name, ${app} as app_id, ${sealed} as sealed from ${sql.table(table)}
    where ${sealed} is not null and substr(${sealed}, 1, ${sql.lit(begin.length)}) <> ${begin} ${place}
    order by ${sql.ref(id)}, ${sql.ref(name)} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Replaces a sealed value, unless somebody else replaced it meanwhile. */
export async function replaceValue(db: Db, table: SealedTable, row: SealedRow, sealed: string): Promise<void> {
  const { id, name } = ROWS[table];
  const column = sql.ref(SEALED_COLUMNS[table]);
  await sql`update ${sql.table(table)} set ${column} = ${sealed}
    where ${sql.ref(id)} = ${row.id} and ${sql.ref(name)} = ${row.name} and ${column} = ${row.sealed}`.execute(db);
}
