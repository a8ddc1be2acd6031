import { sql } from 'kysely';
import { UNFINISHED } from '../../contract/evaluations/evaluation-status.ts';
import { readLastBackup } from '../archives/backup/queries.ts';
import { readWaitingChunks } from '../jobs/queries/workers.ts';
import { readWaitingDeliveries } from '../webhooks/queries/deliveries.ts';
import { readSchemaVersion } from '../store/migrate.ts';
import type { Db, DialectName } from '../store/schema.ts';

export interface StoreState {
  readonly schema: number;
  readonly unfinished: number;
  readonly queues: readonly QueueState[];
  /** RFC 3339 in UTC; `null`: no backup is known. */
  readonly backedUpAt: string | null;
}

interface QueueState {
  readonly queue: string;
  readonly waiting: number;
  /** When the job that has waited longest was queued, RFC 3339; `null`: none waits. */
  readonly oldest: string | null;
}

export async function readState(db: Db, dialect: DialectName): Promise<StoreState> {
  const evaluations = await db
    .selectFrom('evaluations')
    .select((the) => [
      the.fn.countAll<number>().as('count'),
      sql<number>`count(case when status_value = 'EVALUATION_INITIALIZED' then 1 end)`.as('waiting'),
      sql<string | null>`min(case when status_value = 'EVALUATION_INITIALIZED' then created_at end)`.as('oldest'),
    ])
    .where('status_value', 'in', UNFINISHED)
    .executeTakeFirstOrThrow();
  const { count, waiting, oldest } = evaluations;
  const chunks = dialect === 'postgres' ? await readWaitingChunks(db) : null;
  return {
    schema: await readSchemaVersion(db),
    unfinished: count,
    queues: [
      { queue: 'evaluations', waiting: waiting, oldest },
      { queue: 'webhooks', ...(await readWaitingDeliveries(db)) },
      ...(chunks === null ? [] : [{ queue: 'chunks', ...chunks }]),
    ],
    backedUpAt: await readLastBackup(db),
  };
}
