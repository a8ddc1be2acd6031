import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { UserError } from '../../errors/wf-error.ts';

/** Seals texts so that only this service can read them. */
export interface SecretBox {
  /**
   * @param owner - the record that the text belongs to: it opens only for the same owner
   * @returns text without line breaks
   */
  seal(text: string, owner: string): Promise<string>;
  /** @throws {WF_FAILED} when it was sealed with another key or for another owner, or was changed */
  open(sealed: string, owner: string): Promise<string>;
}

const ALGORITHM = 'aes-256-gcm';
/** @source NIST SP 800-38D §8.2.2 */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/**
 * Seals with AES-256-GCM.
 *
 * @param readKey - reads the 32 bytes of the key, for the first text that is sealed or opened
 */
export function createSecretBox(readKey: () => Promise<Uint8Array>): SecretBox {
  let reading: Promise<Uint8Array> | undefined;
  const key = (): Promise<Uint8Array> => {
    reading ??= readKey();
    // The next use tries again.
    reading.catch(() => (reading = undefined));
    return reading;
  };
  return {
    async seal(text, owner) {
      const bytes = await key();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, bytes, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [VERSION, nameKey(bytes), Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')].join(
        '.',
      );
    },
    async open(sealed, owner) {
      const bytes = await key();
      const [version, keyName, content = ''] = sealed.split('.');
      if (version !== VERSION || keyName !== nameKey(bytes)) throw otherKey();
      return decrypt(bytes, Buffer.from(content, 'base64url'), owner);
    },
  };
}

function decrypt(key: Uint8Array, content: Buffer, owner: string): string {
  const [iv, tag] = [content.subarray(0, IV_BYTES), content.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(content.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    const message = 'A stored secret was changed or moved to another record: it cannot be opened.';
    throw new UserError({ code: 'WF_FAILED', message, nextSteps: ['wf env vars set NAME'], cause });
  }
}

/** Names a key without revealing it. */
function nameKey(key: Uint8Array): string {
  return createHash('sha256').update('wf secret key').update(key).digest('base64url').slice(0, 8);
}

function otherKey(): UserError {
  return new UserError({
    code: 'WF_FAILED',
    message: 'A stored secret was sealed with a different key than the one of this service.',
    nextSteps: [
      'Start every replica with the same WF_SECRET_KEY, or restore the file secret.key',
      'wf env vars set NAME',
    ],
  });
}
