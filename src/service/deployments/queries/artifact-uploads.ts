import type { Db } from '../../store/schema.ts';
import { inBatches } from '../../store/in-batches.ts';

/** Records that a key uploaded a bundle; repeating it changes nothing. */
export async function insertUpload(
  db: Db,
  upload: { readonly sha256: string; readonly key_id: string },
): Promise<void> {
  await db
    .insertInto('artifact_uploads')
    .values(upload)
    .onConflict((conflict) => conflict.columns(['sha256', 'key_id']).doNothing())
    .execute();
}

/** Finds which of these bundles a key has uploaded. */
export async function findUploads(db: Db, keyId: string, hashes: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const batch of inBatches(hashes)) {
    const rows = await db
      .selectFrom('artifact_uploads')
      .select('sha256')
      .where('key_id', '=', keyId)
      .where('sha256', 'in', batch)
      .execute();
    for (const { sha256 } of rows) found.add(sha256);
  }
  return found;
}
