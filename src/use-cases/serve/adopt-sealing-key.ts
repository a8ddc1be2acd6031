import { findKeyProblem } from '../../service/secrets/create-secret-box.ts';
import { noteSealingKey, readSealingKey } from '../../service/secrets/queries.ts';
import type { ComposedService } from './compose-service.ts';

/**
 * Notes the name of the sealing key in the database when a service starts, so that no later start uses another one.
 *
 * @returns why the service cannot open the secrets in its database, and is not ready; `null` when it can
 */
export async function adoptSealingKey({
  store,
  secrets,
  now,
}: Pick<ComposedService, 'store' | 'secrets' | 'now'>): Promise<string | null> {
  const instant = now().toISOString();
  const expected = await readSealingKey(store.db);
  const [own] = expected === null ? await secrets.keyNames() : [expected];
  if (own !== undefined) await store.transaction((db) => noteSealingKey(db, own, instant));
  return await findKeyProblem(store.db, secrets);
}
