import { v7 as newId } from 'uuid';
import * as z from 'zod';
import { Name } from '../../../contract/validation/fields.ts';
import type { JoinVoting, VotingState } from '../../../contract/human-evaluations/voting.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { makeVotingCode } from '../voting-codes.ts';
import { hashSecret } from '../../keys/find-principal.ts';
import type { SecretBox } from '../../secrets/create-secret-box.ts';
import type { HumanEvaluationRow } from '../queries/human-evaluations.ts';
import { type HumanVoterRow, insertVoter, findVoterByCode, readVoters } from '../queries/human-voters.ts';
import { countOpen } from '../queries/human-votes.ts';
import type { Db } from '../../store/schema.ts';

export const JoinVotingBody = z.strictObject({
  code: z.string(),
  name: z.string().trim().pipe(Name.max(100)).optional(),
});

/** A voter who was admitted, with the code to return by. */
export interface JoinedVoter {
  readonly voter: HumanVoterRow;
  readonly code: string;
}

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
  return await addVoter(db, evaluation.id, name, { secrets, now });
}

async function addVoter(
  db: Db,
  evaluationId: string,
  name: string,
  { secrets, now }: { readonly secrets: SecretBox; readonly now: string },
): Promise<JoinedVoter> {
  const id = newId();
  const { code, sha256, sealed } = await makeVotingCode(secrets, id);
  const voter: HumanVoterRow = {
    id,
    human_evaluation_id: evaluationId,
    name,
    principal_id: null,
    code_sha256: sha256,
    code_sealed: sealed,
    revealed_at: null,
    created_at: now,
  };
  await insertVoter(db, voter);
  return { voter, code };
}

async function requireRoom(db: Db, evaluationId: string): Promise<void> {
  const voters = await readVoters(db, evaluationId, MAX_VOTERS);
  if (voters.length < MAX_VOTERS) return;
  throw userError('WF_CONFLICT', `There are already ${MAX_VOTERS} voters: no more can join.`);
}

/** Reads what a person sees before giving a name. */
export async function strangerState(db: Db, evaluation: HumanEvaluationRow): Promise<VotingState> {
  const { total } = await countOpen(db, evaluation.id, '');
  return {
    evaluation_type: evaluation.evaluation_type,
    testset_name: evaluation.testset_name,
    voter: null,
    own_code: null,
    total,
    done: 0,
    next: 1,
    is_revealed: false,
    tally: null,
  };
}
