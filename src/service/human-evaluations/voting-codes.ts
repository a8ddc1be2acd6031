import { randomBytes } from 'node:crypto';
import { hashSecret } from '../keys/make-key.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';

/** A code as it is stored: found by its hash, and shown again to those who may hand the link out. */
export interface StoredCode {
  readonly sha256: string;
  readonly sealed: string;
}

/** Makes a code that opens one human evaluation for voting. */
export async function makeVotingCode(
  secrets: SecretBox,
  ownerId: string,
): Promise<StoredCode & { readonly code: string }> {
  const code = randomBytes(24).toString('base64url');
  return { code, sha256: hashSecret(code), sealed: await secrets.seal(code, ownerOf(ownerId)) };
}

/** Reads a stored code back. */
export async function openVotingCode(secrets: SecretBox, sealed: string, ownerId: string): Promise<string> {
  return await secrets.open(sealed, ownerOf(ownerId));
}

/** A code stored with one evaluation or voter opens nowhere else. */
function ownerOf(id: string): string {
  return `voting ${id}`;
}
