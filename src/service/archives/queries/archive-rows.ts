import { countFitting, type FoundRows, lengthOf } from '../../store/read-within.ts';
import { statusColumns } from '../../evaluations/queries/evaluations.ts';
import { statusResult, UNFINISHED } from '../../../contract/evaluations/evaluation-status.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ArchiveRow, ArchiveTable } from '../../../contract/archives/archive.ts';
import { ARCHIVED_TABLES, type ArchivedTable } from '../archived-tables.ts';
import { countRows } from '../../store/page.ts';
import type { Db } from '../../store/schema.ts';

export interface ArchiveScope {
  readonly appId: string;
  readonly projectId: string;
  /** Whether test sets that belong to no app are part of it. */
  readonly withShared: boolean;
}

export interface ArchivePageOptions extends ArchiveScope {
  readonly table: ArchiveTable;
  /** Key of the row before the page; `null`: from the start. */
  readonly after: readonly (string | number)[] | null;
  readonly limit: number;
}

/** Reads the rows that fit into a page. */
export async function readArchiveRows(db: Db, options: ArchivePageOptions): Promise<FoundRows<ArchiveRow>> {
  const { table, after, limit } = options;
  const { key, omit = [], json = [] } = ARCHIVED_TABLES[table];
  const order = sql.join(key.filter((column) => column !== undefined).map((column) => sql.ref(column)));
  const from = sql`from ${sql.table(table)} where ${isOfApp(table, options)} and ${isAfter(key, after)} order by ${order}`;
  const length = json.length === 0 ? sql`0` : sql.join(json.map(lengthOf), sql` + `);
  const sizes = await sql<{ bytes: number }>`select ${length} as bytes ${from} limit ${limit}`.execute(db);
  const fitting = countFitting(sizes.rows.map(({ bytes }) => bytes));
  const { rows } = await sql<ArchiveRow>`select * ${from} limit ${fitting}`.execute(db);
  return {
    rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !omit.includes(column)))),
    isCut: fitting < sizes.rows.length,
  };
}

export async function countArchiveRows(db: Db, table: ArchiveTable, scope: ArchiveScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${isOfApp(table, scope)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertArchiveRows(db: Db, table: ArchiveTable, rows: readonly ArchiveRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db);
}

/** Reads the rows of a table whose key columns have one of these values each. @param seconds - `null`: any */
export async function findArchiveRows(
  db: Db,
  table: ArchiveTable,
  keys: readonly string[],
  seconds: readonly number[] | null = null,
): Promise<ArchiveRow[]> {
  if (keys.length === 0 || seconds?.length === 0) return [];
  const [column, second] = ARCHIVED_TABLES[table].key;
  const among =
    seconds === null || second === undefined ? sql`` : sql`and ${sql.ref(second)} in (${sql.join(seconds)})`;
  const { rows } = await sql<ArchiveRow>`
    select * from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(keys)}) ${among}`.execute(db);
  return rows;
}

function isOfApp(table: ArchiveTable, whole: ArchiveScope): RawBuilder<unknown> {
  const { appId, projectId, withShared } = whole;
  const { scope } = ARCHIVED_TABLES[table];
  const column = sql.ref(scope.column);
  if (scope.kind === 'app') return sql`${column} = ${appId}`;
  if (scope.kind === 'project') {
    const shared = withShared ? sql`or app_id is null` : sql``;
    return sql`${column} = ${projectId} and (app_id = ${appId} ${shared})`;
  }
  const parent = isOfApp(scope.table, whole);
  return sql`${column} in (select id from ${sql.table(scope.table)} where ${parent})`;
}

function isAfter(key: ArchivedTable['key'], after: ArchivePageOptions['after']): RawBuilder<unknown> {
  if (after === null) return sql`1 = 1`;
  const [first, second] = [sql.ref(key[0]), key[1] === undefined ? null : sql.ref(key[1])];
  if (second === null) return sql`${first} > ${after[0]}`;
  return sql`(${first} > ${after[0]} or (${first} = ${after[0]} and ${second} > ${after[1]}))`;
}

export async function countTestsetParts(db: Db, table: 'testsets' | 'testset_revisions', id: string): Promise<number> {
  const parts =
    table === 'testsets'
      ? db.selectFrom('testset_revisions').select('id').where('testset_id', '=', id)
      : db.selectFrom('testset_revision_rows').select('position').where('revision_id', '=', id);
  return await countRows(db, parts);
}

/** Cancels an app's unfinished evaluations. @returns how many there were */
export async function cancelUnfinished(db: Db, appId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('evaluations')
    .set(statusColumns(statusResult('EVALUATION_CANCELLED')))
    .where('app_id', '=', appId)
    .where('status_value', 'in', UNFINISHED)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Gives test sets back to their app, if they belong to none since it was deleted. */
export async function adoptTestsets(db: Db, ids: readonly string[], appId: string): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('testsets').set({ app_id: appId }).where('id', 'in', ids).where('app_id', 'is', null).execute();
}
