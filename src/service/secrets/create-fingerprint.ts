import { createHmac, randomBytes } from 'node:crypto';
import { loadOnce } from '../../foundation/load-once.ts';
import type { Db } from '../store/schema.ts';
import type { SecretBox } from './create-secret-box.ts';
import { readFingerprintKey, replaceFingerprintKey, storeFingerprintKey } from './queries.ts';

/** Hashes a text with the key of the database: without the key, nobody can find the text by trying. */
export type Fingerprint = (text: string) => Promise<string>;

export const FINGERPRINT_KEY_OWNER = 'fingerprint key';

/** Creates the function. The first use reads the key of the database, or creates it. */
export function createFingerprint(db: Db, secrets: SecretBox): Fingerprint {
  const key = loadOnce(() => openKey(db, secrets));
  return async (text) =>
    createHmac('sha256', await key.get())
      .update(text)
      .digest('base64url');
}

async function openKey(db: Db, secrets: SecretBox): Promise<string> {
  const stored = (await readFingerprintKey(db)) ?? (await createKey(db, secrets));
  // With another key, stored outputs are not found and are called for again: that is better than none at all.
  return await secrets.open(stored, FINGERPRINT_KEY_OWNER).catch(async () => {
    await replaceFingerprintKey(db, stored, await sealKey(secrets));
    return await secrets.open((await readFingerprintKey(db)) ?? '', FINGERPRINT_KEY_OWNER);
  });
}

/** Of several processes that start together, all use the key of the first. */
async function createKey(db: Db, secrets: SecretBox): Promise<string> {
  await storeFingerprintKey(db, await sealKey(secrets));
  return (await readFingerprintKey(db)) ?? '';
}

async function sealKey(secrets: SecretBox): Promise<string> {
  return await secrets.seal(randomBytes(32).toString('base64url'), FINGERPRINT_KEY_OWNER);
}
