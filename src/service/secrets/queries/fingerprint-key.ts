import type { Db } from '../../store/schema.ts';

/** Reads the sealed key of fingerprints; `null`: there is none yet. */
export async function readFingerprintKey(db: Db): Promise<string | null> {
  return (await db.selectFrom('fingerprint_key').select('sealed').executeTakeFirst())?.sealed ?? null;
}

/** Stores the key, unless there is one. */
export async function storeFingerprintKey(db: Db, sealed: string): Promise<void> {
  await db
    .insertInto('fingerprint_key')
    .values({ id: 1, sealed })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Replaces the key, unless another process did. */
export async function replaceFingerprintKey(db: Db, old: string, sealed: string): Promise<void> {
  await db.updateTable('fingerprint_key').set({ sealed }).where('sealed', '=', old).execute();
}
