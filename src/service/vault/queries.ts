import type { Database, Db } from '../store/schema.ts';
import { CANDIDATES, missingRecord } from '../store/insert-rows.ts';

export type SecretRow = Database['secrets'];

export async function readSecrets(db: Db): Promise<SecretRow[]> {
  return await db.selectFrom('secrets').selectAll().orderBy('id').execute();
}

/** Finds the secret of a provider that was stored last. */
export async function findSecretOf(db: Db, provider: string): Promise<SecretRow | null> {
  const found = await db
    .selectFrom('secrets')
    .selectAll()
    .where('provider', '=', provider)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** @throws {WF_NOT_FOUND} with similar secrets */
export async function requireSecret(db: Db, id: string): Promise<SecretRow> {
  const found = await db.selectFrom('secrets').selectAll().where('id', '=', id).executeTakeFirst();
  if (found !== undefined) return found;
  const stored = await db.selectFrom('secrets').select(['id', 'provider']).orderBy('id').limit(CANDIDATES).execute();
  const candidates = stored.map((row) => ({ id: row.id, name: row.provider }));
  throw missingRecord('secret', id, candidates);
}

export async function insertSecret(db: Db, row: SecretRow): Promise<void> {
  await db.insertInto('secrets').values(row).execute();
}

export async function replaceSecret(db: Db, { id, ...row }: SecretRow): Promise<void> {
  await db.updateTable('secrets').set(row).where('id', '=', id).execute();
}

export async function deleteSecretRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('secrets').where('id', '=', id).execute();
}
