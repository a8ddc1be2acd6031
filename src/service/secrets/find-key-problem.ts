import type { Db } from '../store/schema.ts';
import { requireKey } from './create-key-ring.ts';
import type { SecretBox } from './create-secret-box.ts';
import { readSealingKey } from './queries/sealing-key.ts';

/** Describes why a service cannot open the secrets in its database; `null` when it can, or there are none. */
export async function findKeyProblem(db: Db, secrets: SecretBox): Promise<string | null> {
  const expected = await readSealingKey(db);
  if (expected === null) return null;
  try {
    requireKey(expected, await secrets.keyNames(), null);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
