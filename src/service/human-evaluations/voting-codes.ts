import { randomBytes } from 'node:crypto';
import { hashSecret } from '../keys/find-principal.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Db } from '../store/schema.ts';
import { type HumanVoterRow, insertVoter } from './queries/human-votes.ts';
import { v7 as newId } from 'uuid';

/**
 * Creates a code that opens one human evaluation for voting. It is looked up by its hash, and readable again by those who
 * may share the link.
 */
export async function createVotingCode(secrets: SecretBox, ownerId: string) {
  const code = randomBytes(24).toString('base64url');
  return { code, sha256: hashSecret(code), sealed: await secrets.seal(code, ownerOfVotingCode(ownerId)) };
}

export async function addVoter(
  db: Db,
  secrets: SecretBox,
  { human_evaluation_id, name, created_at }: Pick<HumanVoterRow, 'human_evaluation_id' | 'name' | 'created_at'>,
): Promise<JoinedVoter> {
  const id = newId();
  const { code, sha256: code_sha256, sealed: code_sealed } = await createVotingCode(secrets, id);
  const own = { principal_id: null, code_sha256, code_sealed, revealed_at: null };
  const voter = { id, human_evaluation_id, name, created_at, ...own };
  await insertVoter(db, voter);
  return { voter, code };
}

export interface JoinedVoter {
  readonly voter: HumanVoterRow;
  readonly code: string;
}

export async function openVotingCode(secrets: SecretBox, sealed: string, ownerId: string): Promise<string> {
  return await secrets.open(sealed, ownerOfVotingCode(ownerId));
}

/** Names the owner of a code: it opens only with this evaluation or voter. */
export function ownerOfVotingCode(id: string): string {
  return `voting ${id}`;
}
