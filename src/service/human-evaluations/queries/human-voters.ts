import { v7 as newId } from 'uuid';
import { userError } from '../../../foundation/errors/wf-error.ts';
import type { Principal } from '../../operation/context.ts';
import type { Database, Db } from '../../store/schema.ts';

export type HumanVoterRow = Database['human_voters'];

/** Reads the voters in the order they joined. */
export async function readVoters(
  db: Db,
  evaluationId: string,
  limit: number = Number.MAX_SAFE_INTEGER,
): Promise<HumanVoterRow[]> {
  return await selectVoters(db, evaluationId).limit(limit).execute();
}

export async function findVoterByCode(db: Db, evaluationId: string, sha256: string): Promise<HumanVoterRow | null> {
  return (await selectVoters(db, evaluationId).where('code_sha256', '=', sha256).executeTakeFirst()) ?? null;
}

/** Notes when a voter first learned which variant is which. */
export async function markRevealed(db: Db, voterId: string, now: string): Promise<void> {
  const query = db.updateTable('human_voters').set({ revealed_at: now });
  await query.where('id', '=', voterId).where('revealed_at', 'is', null).execute();
}

function selectVoters(db: Db, evaluationId: string) {
  return db.selectFrom('human_voters').selectAll().where('human_evaluation_id', '=', evaluationId).orderBy('id');
}

/** @throws {WF_CONFLICT} when somebody has that name already */
export async function insertVoter(db: Db, row: HumanVoterRow): Promise<void> {
  const taken = await selectVoters(db, row.human_evaluation_id).where('name', '=', row.name).executeTakeFirst();
  if (taken !== undefined) {
    throw userError(
      'WF_CONFLICT',
      `Somebody already votes as ${JSON.stringify(row.name)}. Choose another name, or open your own link.`,
    );
  }
  await db.insertInto('human_voters').values(row).execute();
}

/** Finds the voter of a key's owner, or creates one. */
export async function voterOf(db: Db, evaluationId: string, principal: Principal, now: string): Promise<HumanVoterRow> {
  const known = selectVoters(db, evaluationId).where('principal_id', '=', principal.id);
  const found = await known.executeTakeFirst();
  if (found !== undefined) return found;
  const namesake = await selectVoters(db, evaluationId).where('name', '=', principal.name).executeTakeFirst();
  const row: HumanVoterRow = {
    id: newId(),
    human_evaluation_id: evaluationId,
    // A voter with that name who came by a link is another person.
    name: namesake === undefined ? principal.name : `${principal.name} (key ${principal.id})`,
    principal_id: principal.id,
    code_sha256: null,
    code_sealed: null,
    // A key can read everything, including which variant is which.
    revealed_at: now,
    created_at: now,
  };
  // Of two concurrent votes by one key, the second finds the voter that the first created.
  await db
    .insertInto('human_voters')
    .values(row)
    .onConflict((conflict) => conflict.columns(['human_evaluation_id', 'name']).doNothing())
    .execute();
  return await known.executeTakeFirstOrThrow();
}
