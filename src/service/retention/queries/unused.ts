import { sql } from 'kysely';
import type { Db } from '../../store/schema.ts';
import { readPinnedArtifacts } from '../../store/deletion/delete-artifacts.ts';

/** A row that nothing refers to, or that is only kept for a time. */
export interface UnusedRow {
  readonly id: string;
  readonly bytes: number;
}

/** A part of a table: the rows to delete, and where the next part begins. */
export interface UnusedPart {
  readonly rows: readonly UnusedRow[];
  /** `null`: this was the last part. */
  readonly next: string | null;
}

export interface PartOf {
  readonly before: string;
  /** Where the previous part ended. */
  readonly after: string;
}

/** Rows that are looked at together. */
const TOGETHER = 500;

/** Finds old outputs that no row of an evaluation has, or old scores of outputs that are gone. */
export async function findUnused(db: Db, table: 'cells' | 'scores', { before, after }: PartOf): Promise<UnusedPart> {
  const used =
    table === 'cells'
      ? sql`select 1 from evaluation_outcomes where evaluation_outcomes.cell_hash = own.hash`
      : sql`select 1 from cells where cells.hash = own.cell_hash`;
  const value = sql.ref(table === 'cells' ? 'own.output' : 'own.result');
  const { rows } = await sql<{ hash: string; created_at: string; bytes: number; is_used: number }>`
    select own.hash, own.created_at, octet_length(${value}) as bytes, case when exists (${used}) then 1 else 0 end as is_used
    from ${sql.table(table)} as own where own.hash > ${after} order by own.hash limit ${TOGETHER}`.execute(db);
  const unused = rows.filter((row) => row.is_used === 0 && row.created_at < before);
  return { rows: unused.map(({ hash: id, bytes }) => ({ id, bytes })), next: nextOf(rows.map(({ hash }) => hash)) };
}

export async function findOldLogs(db: Db, appId: string, { before, after }: PartOf): Promise<UnusedPart> {
  const rows = await db
    .selectFrom('app_logs')
    .select(['id', 'created_at', sql<number>`octet_length(line)`.as('bytes')])
    .where('app_id', '=', appId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(TOGETHER)
    .execute();
  const old = rows.filter((row) => row.created_at < before);
  return { rows: old, next: old.length < rows.length ? null : nextOf(rows.map(({ id }) => id)) };
}

export async function findExportedEntries(db: Db, { before, after }: PartOf): Promise<UnusedPart> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'created_at', 'export_id', sql<number>`coalesce(octet_length(summary), 0)`.as('bytes')])
    .where('id', '>', after)
    .orderBy('id')
    .limit(TOGETHER)
    .execute();
  const old = rows.filter((row) => row.created_at < before);
  const exported = old.filter((row) => row.export_id !== null);
  return { rows: exported, next: old.length < rows.length ? null : nextOf(rows.map(({ id }) => id)) };
}

/** Finds old spans, by time: their index has it. */
export async function findOldSpans(db: Db, { before, after }: PartOf): Promise<UnusedPart> {
  const [time = '', id = ''] = after.split(' ');
  const rows = await db
    .selectFrom('spans')
    .select([
      'id',
      'started_at',
      sql<number>`octet_length(attributes) + octet_length(events) + octet_length(links)`.as('bytes'),
    ])
    .where('started_at', '<', before)
    .where('started_at', '>=', time)
    .where((the) => the.or([the('started_at', '>', time), the('id', '>', id)]))
    .orderBy('started_at')
    .orderBy('id')
    .limit(TOGETHER)
    .execute();
  return { rows, next: nextOf(rows.map((row) => `${row.started_at} ${row.id}`)) };
}

/** Finds old deployments that no environment and no evaluation names, except the newest of each base. */
export async function findUnusedDeployments(db: Db, appIds: readonly string[] | null, { before, after }: PartOf) {
  const pinned = db.selectFrom('environment_revisions').select('deployment_id').where('deployment_id', 'is not', null);
  const newer = db
    .selectFrom('deployments as newer')
    .select('newer.id')
    .where('newer.base_id', '=', sql.ref<string>('deployments.base_id'))
    .where('newer.id', '>', sql.ref<string>('deployments.id'));
  const rows = await db
    .selectFrom('deployments')
    .select(['id', sql<number>`octet_length(routes)`.as('bytes')])
    .where('created_at', '<', before)
    .where('id', '>', after)
    .where((the) => (appIds === null ? the.lit(true) : the('app_id', 'in', ['', ...appIds])))
    .where('id', 'not in', pinned.$castTo<{ id: string }>())
    .where('id', 'not in', db.selectFrom('evaluations').select('deployment_id'))
    .where((the) => the.exists(newer))
    .orderBy('id')
    .limit(TOGETHER)
    .execute();
  return { rows, next: nextOf(rows.map(({ id }) => id)) };
}

export interface UnusedBundle extends UnusedRow {
  /** Where it is stored; `null`: in the database. */
  readonly location: string | null;
}

export async function findUnusedBundles(db: Db, before: string): Promise<UnusedBundle[]> {
  const pinned = await readPinnedArtifacts(db, null);
  const rows = await db
    .selectFrom('artifacts')
    .select(['sha256 as id', 'size as bytes', 'location'])
    .where('created_at', '<', before)
    .orderBy('sha256')
    .execute();
  return rows.filter(({ id }) => !pinned.has(id));
}

export async function deleteRows(
  db: Db,
  table: 'audit_log' | 'scores' | 'app_logs' | 'spans' | 'deployments',
  ids: readonly string[],
): Promise<void> {
  const key = table === 'scores' ? 'hash' : 'id';
  await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${sql.join(ids)})`.execute(db);
}

/** Counts the changes of calls and of records that every replica has seen. PostgreSQL only. */
export async function countSeenChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from call_changes where xid < pg_snapshot_xmin(pg_current_snapshot()))
      + (select count(*) from record_changes where at < now() - interval '1 hour') as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Deletes changes of calls and of records. A replica that has not asked since one of them would miss it: the row that
 * this transaction adds tells it to read everything anew. PostgreSQL only.
 */
export async function deleteSeenChanges(db: Db): Promise<void> {
  await sql`delete from call_changes where xid < pg_snapshot_xmin(pg_current_snapshot())`.execute(db);
  await sql`delete from record_changes where at < now() - interval '1 hour'`.execute(db);
  await sql`insert into call_changes (xid) values (pg_current_xact_id())`.execute(db);
}

function nextOf(ids: readonly string[]): string | null {
  return ids.length < TOGETHER ? null : (ids.at(-1) ?? null);
}
