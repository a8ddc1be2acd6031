import { sql } from 'kysely';
import type { Db } from '../../store/schema.ts';

/** Schema of the queue's tables. */
export const QUEUE_SCHEMA = 'wf_jobs';
/** Name of the queue of chunks. */
export const CHUNK_QUEUE = 'chunks';

const TABLE = sql.table(`${QUEUE_SCHEMA}.job`);

/** A chunk that waits or runs. */
export interface OpenChunk {
  readonly from: number;
  readonly to: number;
  readonly isRunning: boolean;
}

/** Lists an evaluation's chunks that wait or run. */
export async function listOpenChunks(db: Db, evaluationId: string): Promise<OpenChunk[]> {
  const query = sql<{ from: number; to: number; state: string }>`
    select (data ->> 'from')::integer as "from", (data ->> 'to')::integer as "to", state::text as state from ${TABLE}
    where name = ${CHUNK_QUEUE} and state in ('created', 'retry', 'active') and data ->> 'evaluationId' = ${evaluationId}`;
  return (await query.execute(db)).rows.map(({ from, to, state }) => ({ from, to, isRunning: state === 'active' }));
}

/** Deletes an evaluation's chunks that nobody runs. */
export async function deleteWaitingChunks(db: Db, evaluationId: string): Promise<void> {
  await sql`delete from ${TABLE} where name = ${CHUNK_QUEUE} and state in ('created', 'retry')
    and data ->> 'evaluationId' = ${evaluationId}`.execute(db);
}

export interface QueueTables {
  /** Tables in the schema. */
  readonly tables: number;
  readonly isQueue: boolean;
}

/** Reads what a schema holds. */
export async function readQueueTables(db: Db, schema: string): Promise<QueueTables> {
  const query = sql<QueueTables>`
    select count(*)::integer as tables, to_regclass(${`${schema}.version`}) is not null as "isQueue"
    from pg_tables where schemaname = ${schema}`;
  return (await query.execute(db)).rows[0] ?? { tables: 0, isQueue: false };
}

/** Reads the version of the queue's tables. */
export async function findQueueVersion(db: Db, schema: string): Promise<number | null> {
  const table = sql.table(`${schema}.version`);
  const [row] = (await sql<{ version: number }>`select version::integer as version from ${table}`.execute(db)).rows;
  return row?.version ?? null;
}
