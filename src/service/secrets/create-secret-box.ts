import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { messageOf, UserError } from '../../foundation/errors/wf-error.ts';
import { type KeyRing, requireKey } from './create-key-ring.ts';
import { nameKey } from './read-secret-keys.ts';
import type { Db } from '../store/schema.ts';
import { readSealingKey } from './queries.ts';

/** Seals texts so that only this service can read them. */
export interface SecretBox {
  /**
   * @param owner - the record that the text belongs to: it opens only for the same owner
   * @returns text without line breaks
   */
  seal(text: string, owner: string): Promise<string>;
  /** @throws {WF_FAILED} when it was sealed with another key or for another owner, or was changed */
  open(sealed: string, owner: string): Promise<string>;
  /** Names its keys, the one that seals first. @throws {WF_FAILED} when they do not fit the database */
  keyNames(): Promise<string[]>;
}

const ALGORITHM = 'aes-256-gcm';
/** @source NIST SP 800-38D §8.2.2 */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Seals with AES-256-GCM. @param readKeys - reads keys of 32 bytes: the first one seals, each opens what it sealed */
export function createSecretBox(readKeys: KeyRing): SecretBox {
  return {
    async seal(text, owner) {
      const [key] = await readKeys();
      if (key === undefined) throw otherKey();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const content = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
      return [VERSION, nameKey(key), content].join('.');
    },
    async open(sealed, owner) {
      const [version, keyName, content = ''] = sealed.split('.');
      const key = (await readKeys()).find((one) => nameKey(one) === keyName);
      if (version !== VERSION || key === undefined) throw otherKey();
      return decrypt(key, Buffer.from(content, 'base64url'), owner);
    },
    keyNames: async () => (await readKeys()).map(nameKey),
  };
}

function decrypt(key: Uint8Array, content: Buffer, owner: string): string {
  const [iv, tag] = [content.subarray(0, IV_BYTES), content.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(content.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    const message = 'A stored secret was changed or moved to another record: it cannot be opened. Set it again.';
    throw new UserError({ code: 'WF_FAILED', message, cause });
  }
}

function otherKey(): UserError {
  return new UserError({
    code: 'WF_FAILED',
    message:
      'A stored secret was sealed with a different key than the one of this service. Start every replica with the same WF_SECRET_KEY, restore the file secret.key, or set the secret again.',
  });
}

/** Describes why a service cannot open the secrets in its database; `null` when it can, or there are none. */
export async function findKeyProblem(db: Db, secrets: SecretBox): Promise<string | null> {
  const expected = await readSealingKey(db);
  if (expected === null) return null;
  try {
    requireKey(expected, await secrets.keyNames(), null);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
