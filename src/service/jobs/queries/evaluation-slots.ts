import { sql } from 'kysely';
import type { Db } from '../../store/schema.ts';

export interface SlotsWanted {
  readonly evaluationId: string;
  /** Names the chunk that calls. */
  readonly owner: string;
  /** Calls that the evaluation may have in flight in all processes together. */
  readonly total: number;
  /** The fair share of one chunk. */
  readonly most: number;
  readonly now: string;
  readonly expiresAt: string;
}

/**
 * Takes free calls of an evaluation, under a lock, so that no two chunks take the same. The calls of a killed process
 * become free when they expire.
 *
 * @returns how many; 0 when all are in use
 */
export async function takeSlots(db: Db, wanted: SlotsWanted): Promise<number> {
  const { evaluationId, owner, total, most, now, expiresAt } = wanted;
  return await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${evaluationId}, 7205759404))`.execute(transaction);
    await transaction
      .deleteFrom('evaluation_slots')
      .where('evaluation_id', '=', evaluationId)
      .where((the) => the.or([the('expires_at', '<', now), the('owner', '=', owner)]))
      .execute();
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

/** Releases an owner's calls. */
export async function dropSlots(db: Db, owner: string): Promise<void> {
  await db.deleteFrom('evaluation_slots').where('owner', '=', owner).execute();
}
