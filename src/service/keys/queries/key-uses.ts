import type { Db } from '../../store/schema.ts';

/** Stores when keys were used; an older time never replaces a newer one, whichever replica writes last. */
export async function storeKeyUses(db: Db, keyIds: readonly string[], usedAt: string): Promise<void> {
  await db
    .insertInto('key_uses')
    .values(keyIds.map((key_id) => ({ key_id, used_at: usedAt })))
    .onConflict((conflict) =>
      conflict.column('key_id').doUpdateSet({ used_at: usedAt }).where('key_uses.used_at', '<', usedAt),
    )
    .execute();
}

/** Reads when a key was last used; `null`: never. */
export async function findKeyUse(db: Db, keyId: string): Promise<string | null> {
  const found = await db.selectFrom('key_uses').select('used_at').where('key_id', '=', keyId).executeTakeFirst();
  return found?.used_at ?? null;
}
