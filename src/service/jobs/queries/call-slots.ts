import { sql } from 'kysely';
import { addLostCalls } from '../../evaluations/queries/evaluation-work.ts';
import { latestEnd } from '../../evaluations/queries/lease-times.ts';
import type { Db } from '../../store/schema.ts';

/** An attempt at a chunk: it owns calls. */
interface SlotOwner {
  /** The evaluation whose rows are called. */
  readonly evaluationId: string;
  readonly jobId: string;
  readonly attempt: number;
}

export function nameOwner({ evaluationId, jobId, attempt }: SlotOwner): string {
  return `${evaluationId}/${jobId}/${attempt}`;
}

function evaluationOf(owner: string): string {
  return owner.split('/', 1)[0] ?? owner;
}

export interface SlotsWanted {
  /** Whose calls they are: with a cost limit, the evaluations of a run share those of the oldest. */
  readonly evaluationId: string;
  /** Its name, see {@link nameOwner}. */
  readonly owner: string;
  readonly total: number;
  /** The fair share of one chunk. */
  readonly most: number;
  readonly now: string;
  readonly expiresAt: string;
}

/**
 * Takes free calls of an evaluation, under a lock, so that no two chunks take the same. The calls of a killed process
 * become free when they expire, and nobody knows what they cost.
 *
 * @returns how many; 0 when all are in use
 */
export async function takeSlots(db: Db, wanted: SlotsWanted): Promise<number> {
  const { evaluationId, owner, total, most, now, expiresAt } = wanted;
  return await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${evaluationId}, 7205759404))`.execute(transaction);
    const ended = await transaction
      .deleteFrom('evaluation_slots')
      .where('evaluation_id', '=', evaluationId)
      .where((the) =>
        the.or([the('expires_at', '<', now), the('expires_at', '>', latestEnd(now)), the('owner', '=', owner)]),
      )
      .returning(['owner', 'calls'])
      .execute();
    await noteLost(
      transaction,
      ended.filter((slots) => slots.owner !== owner),
    );
    const taken = await transaction
      .selectFrom('evaluation_slots')
      .select((the) => the.fn.sum<number | null>('calls').as('calls'))
      .where('evaluation_id', '=', evaluationId)
      .executeTakeFirst();
    const calls = Math.min(most, total - (taken?.calls ?? 0));
    if (calls < 1) return 0;
    const row = { owner, evaluation_id: evaluationId, calls, expires_at: expiresAt };
    await transaction.insertInto('evaluation_slots').values(row).execute();
    return calls;
  });
}

/** Extends an owner's calls. @returns false when they have expired */
export async function renewSlots(db: Db, owner: string, expiresAt: string): Promise<boolean> {
  const query = db.updateTable('evaluation_slots').set({ expires_at: expiresAt }).where('owner', '=', owner);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function dropSlots(db: Db, owner: string): Promise<void> {
  await db.deleteFrom('evaluation_slots').where('owner', '=', owner).execute();
}

/** Drops the calls of killed owners, and notes that nobody knows what they cost. */
export async function dropLostSlots(db: Db, owners: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const lost = await transaction
      .deleteFrom('evaluation_slots')
      .where('owner', 'in', owners)
      .returning(['owner', 'calls'])
      .execute();
    await noteLost(transaction, lost);
  });
}

/** Notes lost calls at the evaluation whose rows were called. */
async function noteLost(db: Db, lost: readonly { readonly owner: string; readonly calls: number }[]): Promise<void> {
  for (const { owner, calls } of lost) await addLostCalls(db, evaluationOf(owner), calls);
}
