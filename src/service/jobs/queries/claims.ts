import { UNFINISHED } from '../../../contract/evaluations/evaluation-status.ts';
import type { EvaluationOptions, RateLimit } from '../../../contract/evaluations/evaluation.ts';
import { addLostCalls, readRunIds } from '../../evaluations/queries/evaluation-work.ts';
import { latestEnd } from '../../evaluations/queries/lease-times.ts';
import type { Store } from '../../store/open-store.ts';
import { type Db, type DialectName, fromJson } from '../../store/schema.ts';
import { sql } from 'kysely';

export type EvaluationLeaseStore = ReturnType<typeof createLeaseStore>;

export function createLeaseStore(store: Pick<Store, 'db' | 'transaction'>) {
  const { db } = store;
  return {
    /**
     * Takes a lease that is free, expired, or held by a process that has ended. Only one process at a time runs the
     * evaluations of a run with a cost limit: it knows what their calls in flight may cost together.
     *
     * @param options - `lostCalls` computes how many calls a holder that was killed had in flight at most
     * @returns whether it did
     */
    take: async (lease: EvaluationLease, options: TakeLease): Promise<boolean> =>
      await store.transaction(async (db) => await takeLease(db, lease, options)),
    /** @returns false when another process holds the lease, or its evaluation was cancelled or deleted */
    async renew({ evaluationId, owner, expiresAt }: EvaluationLease): Promise<boolean> {
      const renewed = await db
        .updateTable('evaluation_leases')
        .set({ expires_at: expiresAt })
        .where('evaluation_id', '=', evaluationId)
        .where('owner', '=', owner)
        .where('evaluation_id', 'in', (the) =>
          the.selectFrom('evaluations').select('evaluations.id').where('evaluations.status_value', 'in', UNFINISHED),
        )
        .returning('evaluation_id')
        .execute();
      return renewed.length === 1;
    },
    async drop(evaluationId: string, owner: string): Promise<void> {
      await db
        .deleteFrom('evaluation_leases')
        .where('evaluation_id', '=', evaluationId)
        .where('owner', '=', owner)
        .execute();
    },
  };
}

interface TakeLease {
  readonly now: string;
  readonly isGone: (owner: string) => boolean;
  readonly lostCalls?: (rateLimit: RateLimit) => number;
}

async function takeLease(
  db: Db,
  { evaluationId, owner, expiresAt }: EvaluationLease,
  { now, isGone, lostCalls = () => 0 }: TakeLease,
): Promise<boolean> {
  const evaluation = await db
    .selectFrom('evaluations')
    .select(['id', 'run_id as runId', 'options', 'rate_limit'])
    .where('id', '=', evaluationId)
    .executeTakeFirst();
  if (evaluation === undefined) return false;
  const isLimited = fromJson<EvaluationOptions>(evaluation.options).max_cost != null;
  const ids = isLimited ? await readRunIds(db, evaluation) : [evaluationId];
  const leases = await db.selectFrom('evaluation_leases').selectAll().where('evaluation_id', 'in', ids).execute();
  const others = leases.filter((lease) => lease.owner !== owner);
  const last = latestEnd(now);
  const isHeld = (end: string) => end >= now && end <= last;
  if (others.some((lease) => isHeld(lease.expires_at) && !isGone(lease.owner))) return false;
  const lost = lostCalls(fromJson<RateLimit>(evaluation.rate_limit));
  for (const { evaluation_id } of others) {
    await addLostCalls(db, evaluation_id, lost);
    await db.deleteFrom('evaluation_leases').where('evaluation_id', '=', evaluation_id).execute();
  }
  const row = { owner, expires_at: expiresAt };
  await db
    .insertInto('evaluation_leases')
    .values({ evaluation_id: evaluationId, ...row })
    .onConflict((conflict) => conflict.column('evaluation_id').doUpdateSet(row))
    .execute();
  return true;
}

/** A lease: one process's right to run an evaluation. */
interface EvaluationLease {
  readonly evaluationId: string;
  readonly owner: string;
  /** RFC 3339 in UTC. */
  readonly expiresAt: string;
}

/** Outputs that a run is calling for, or judging, now. */
interface CellClaim {
  readonly owner: string;
  /** The code under evaluation: runs of different code never need the same outputs. */
  readonly code: string;
  /** Names of the work on cells, without spaces. */
  readonly cells: readonly string[];
  /** RFC 3339 in UTC. */
  readonly expiresAt: string;
}

/** Serializes the look-ups and claims of runs of the same code, until the transaction ends. */
export async function lockClaims(db: Db, dialect: DialectName, code: string): Promise<void> {
  // On SQLite a transaction has the whole database to itself.
  if (dialect === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${code}, 7205759406))`.execute(db);
}

/**
 * Reads the claims of all owners but one.
 *
 * @param isGone - answers whether an owner is known to have ended
 * @returns the function that answers whether another run has claimed a name
 */
export async function readClaims(
  db: Db,
  { code, besides, now }: { readonly code: string; readonly besides: string; readonly now: string },
  isGone: (owner: string) => boolean,
): Promise<(name: string) => boolean> {
  const rows = await db
    .selectFrom('cell_claims')
    .select(['owner', 'cells'])
    .where('code', '=', code)
    .where('owner', '<>', besides)
    .where('expires_at', '>=', now)
    .where('expires_at', '<=', latestEnd(now))
    .execute();
  const claimed = new Set(rows.filter(({ owner }) => !isGone(owner)).flatMap(({ cells }) => cells.split(' ')));
  return (name) => claimed.has(name);
}

export async function noteClaim(db: Db, { owner, code, cells, expiresAt }: CellClaim): Promise<void> {
  const row = { cells: [...new Set(cells)].join(' '), expires_at: expiresAt };
  await db
    .insertInto('cell_claims')
    .values({ owner, code, ...row })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet(row))
    .execute();
}

export async function renewClaim(db: Db, { owner, expiresAt }: Pick<CellClaim, 'owner' | 'expiresAt'>): Promise<void> {
  await db.updateTable('cell_claims').set({ expires_at: expiresAt }).where('owner', '=', owner).execute();
}

/** Deletes a run's claim, and the expired claims of killed runs. */
export async function dropClaim(db: Db, owner: string, now: string): Promise<void> {
  await db
    .deleteFrom('cell_claims')
    .where((the) =>
      the.or([the('owner', '=', owner), the('expires_at', '<', now), the('expires_at', '>', latestEnd(now))]),
    )
    .execute();
}
