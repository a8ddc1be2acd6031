import { randomBytes } from 'node:crypto';
import { hashSecret } from '../keys/find-principal.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';

/** A stored code: looked up by its hash, and readable again by those who may share the link. */
export interface StoredCode {
  readonly sha256: string;
  readonly sealed: string;
}

/** Creates a code that opens one human evaluation for voting. */
export async function makeVotingCode(
  secrets: SecretBox,
  ownerId: string,
): Promise<StoredCode & { readonly code: string }> {
  const code = randomBytes(24).toString('base64url');
  return { code, sha256: hashSecret(code), sealed: await secrets.seal(code, ownerOfVotingCode(ownerId)) };
}

/** Reads a stored code back. */
export async function openVotingCode(secrets: SecretBox, sealed: string, ownerId: string): Promise<string> {
  return await secrets.open(sealed, ownerOfVotingCode(ownerId));
}

/** Names the owner of a code: it opens only with this evaluation or voter. */
export function ownerOfVotingCode(id: string): string {
  return `voting ${id}`;
}
