import * as z from 'zod';
import { Name } from '../../../contract/validation/fields.ts';
import type { JoinVoting } from '../../../contract/human-evaluations/voting.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { addVoter, type JoinedVoter } from '../voting-codes.ts';
import { hashSecret } from '../../keys/find-principal.ts';
import type { SecretBox } from '../../secrets/create-secret-box.ts';
import type { HumanEvaluationRow } from '../queries/human-evaluations.ts';
import { type HumanVoterRow, findVoterByCode, readVoters } from '../queries/human-voters.ts';
import type { Db } from '../../store/schema.ts';

export const JoinVotingBody = z.strictObject({
  code: z.string(),
  name: z.string().trim().pipe(Name.max(100)).optional(),
});

/** Finds the voter of a code; `null` when no voter of this evaluation has it. */
export async function findVoter(db: Db, evaluationId: string, code: string): Promise<HumanVoterRow | null> {
  return await findVoterByCode(db, evaluationId, hashSecret(code));
}

/** Limits the damage of a leaked link. */
const MAX_VOTERS = 500;

/**
 * Admits a person by their own code, or by the shared code under a name.
 *
 * @returns `null` for the shared code without a name
 * @throws {WF_NOT_ALLOWED} when the code is not valid here
 * @throws {WF_CONFLICT} when the name is taken
 */
export async function joinVoting(
  db: Db,
  evaluation: HumanEvaluationRow,
  { code, name }: JoinVoting,
  { secrets, now }: { readonly secrets: SecretBox; readonly now: string },
): Promise<JoinedVoter | null> {
  const known = await findVoter(db, evaluation.id, code);
  if (known !== null) return { voter: known, code };
  if (evaluation.link_sha256 !== hashSecret(code)) {
    throw userError('WF_NOT_ALLOWED', 'This link is no longer valid. Ask for a new one.');
  }
  if (name === undefined) return null;
  await requireRoom(db, evaluation.id);
  return await addVoter(db, secrets, { human_evaluation_id: evaluation.id, name, created_at: now });
}

async function requireRoom(db: Db, evaluationId: string): Promise<void> {
  const voters = await readVoters(db, evaluationId, MAX_VOTERS);
  if (voters.length < MAX_VOTERS) return;
  throw userError('WF_CONFLICT', `There are already ${MAX_VOTERS} voters: no more can join.`);
}
