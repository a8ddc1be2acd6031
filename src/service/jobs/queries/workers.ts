import { sql } from 'kysely';
import type { Db } from '../../store/schema.ts';

export const QUEUE_SCHEMA = 'wf_jobs';
export const CHUNK_QUEUE = 'chunks';

const TABLE = sql.table(`${QUEUE_SCHEMA}.job`);

export interface OpenChunk {
  readonly from: number;
  readonly to: number;
  readonly isRunning: boolean;
}

export async function listOpenChunks(db: Db, evaluationId: string): Promise<OpenChunk[]> {
  const query = sql<{ from: number; to: number; state: string }>`
    select (data ->> 'from')::integer as "from", (data ->> 'to')::integer as "to", state::text as state from ${TABLE}
    where name = ${CHUNK_QUEUE} and state in ('created', 'retry', 'active') and data ->> 'evaluationId' = ${evaluationId}`;
  return (await query.execute(db)).rows.map(({ from, to, state }) => ({ from, to, isRunning: state === 'active' }));
}

/** Reads how many chunks wait, and since when; `null` while there is no queue. */
export async function readWaitingChunks(db: Db): Promise<{ waiting: number; oldest: string | null } | null> {
  const exists = sql<{ name: string | null }>`select to_regclass(${`${QUEUE_SCHEMA}.job`}) as name`;
  if (((await exists.execute(db)).rows[0]?.name ?? null) === null) return null;
  const query = sql<{ waiting: number; oldest: Date | string | null }>`
    select count(*)::integer as waiting, min(created_on) as oldest from ${TABLE}
    where name = ${CHUNK_QUEUE} and state in ('created', 'retry')`;
  const { waiting = 0, oldest = null } = (await query.execute(db)).rows[0] ?? {};
  return { waiting, oldest: oldest === null ? null : new Date(oldest).toISOString() };
}

export async function deleteWaitingChunks(db: Db, evaluationId: string): Promise<void> {
  await sql`delete from ${TABLE} where name = ${CHUNK_QUEUE} and state in ('created', 'retry')
    and data ->> 'evaluationId' = ${evaluationId}`.execute(db);
}

interface QueueTables {
  readonly tables: number;
  readonly isQueue: boolean;
}

export async function readQueueTables(db: Db, schema: string): Promise<QueueTables> {
  const query = sql<QueueTables>`
    select count(*)::integer as tables, to_regclass(${`${schema}.version`}) is not null as "isQueue"
    from pg_tables where schemaname = ${schema}`;
  return (await query.execute(db)).rows[0] ?? { tables: 0, isQueue: false };
}

export async function findQueueVersion(db: Db, schema: string): Promise<number | null> {
  const table = sql.table(`${schema}.version`);
  const [row] = (await sql<{ version: number }>`select version::integer as version from ${table}`.execute(db)).rows;
  return row?.version ?? null;
}

interface SeenWorker {
  readonly id: string;
  /** Chunks that it runs at a time. */
  readonly concurrency: number;
  /** RFC 3339 in UTC. */
  readonly seenAt: string;
}

export async function noteWorker(db: Db, { id, concurrency, seenAt }: SeenWorker): Promise<void> {
  await db
    .insertInto('workers')
    .values({ id, concurrency, seen_at: seenAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ concurrency, seen_at: seenAt }))
    .execute();
}

/** Deletes a worker that stopped, and those without a sign of life since `before`. */
export async function dropWorkers(db: Db, { id, before }: { readonly id: string; readonly before: string }) {
  await db
    .deleteFrom('workers')
    .where((the) => the.or([the('id', '=', id), the('seen_at', '<', before)]))
    .execute();
}

/** Counts the chunks that live workers can run at a time; 0 without a worker. */
export async function countCapacity(db: Db, { since }: { readonly since: string }): Promise<number> {
  const query = db.selectFrom('workers').select((the) => the.fn.sum<number | null>('concurrency').as('capacity'));
  return (await query.where('seen_at', '>=', since).executeTakeFirst())?.capacity ?? 0;
}

export interface TargetRefusals {
  readonly refusals: number;
  /** Time until which it asked for no calls. */
  readonly closedUntil: string;
}

/** Reports to all processes that a target refused calls. The latest retry time holds. */
export async function noteRefusal(
  db: Db,
  { target, closedUntil, now }: { readonly target: string; readonly closedUntil: string; readonly now: string },
): Promise<void> {
  await db
    .insertInto('target_refusals')
    .values({ target, refusals: 1, closed_until: closedUntil, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('target').doUpdateSet((the) => ({
        refusals: the('target_refusals.refusals', '+', 1),
        closed_until: the
          .case()
          .when('target_refusals.closed_until', '<', closedUntil)
          .then(closedUntil)
          .else(the.ref('target_refusals.closed_until'))
          .end(),
        updated_at: now,
      })),
    )
    .execute();
}

/** Reads the refusals of targets. One that never refused is not in the map. */
export async function readRefusals(db: Db, targets: readonly string[]): Promise<ReadonlyMap<string, TargetRefusals>> {
  if (targets.length === 0) return new Map();
  const rows = await db.selectFrom('target_refusals').selectAll().where('target', 'in', targets).execute();
  return new Map(rows.map((row) => [row.target, { refusals: row.refusals, closedUntil: row.closed_until }]));
}
