import { requireNewName } from '../../store/names/require-new-name.ts';
import type { PageAfter } from '../../store/page.ts';
import { defineQuery } from '../../store/define-query.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';

export type KeyRow = Database['keys'];

/** Reads the ids of the apps that a key reaches; `null`: all. */
export function appIdsOf({ app_ids }: Pick<KeyRow, 'app_ids'>): string[] | null {
  return app_ids === null ? null : fromJson<string[]>(app_ids);
}

export async function findKey(db: Db, prefix: string): Promise<KeyRow | null> {
  const [found] = await selectKey(db, { prefix });
  return found ?? null;
}

const selectKey = defineQuery((db, { prefix }: { readonly prefix: string }) =>
  db.selectFrom('keys').selectAll().where('prefix', '=', prefix),
);

/** A key, and when it was last used; `null`: never. */
export type UsedKeyRow = KeyRow & { readonly used_at: string | null };

export async function readKeys(db: Db, { after, limit }: PageAfter<string>): Promise<UsedKeyRow[]> {
  return await db
    .selectFrom('keys')
    .leftJoin('key_uses', 'key_uses.key_id', 'keys.id')
    .selectAll('keys')
    .select('key_uses.used_at')
    .where('keys.id', '>', after)
    .orderBy('keys.id')
    .limit(limit)
    .execute();
}

/** Keys may share a name, and must not look as if they did: the audit log names them. */
export async function requireKeyName(db: Db, name: string): Promise<string> {
  return await requireNewName(db, name, { kind: 'a key', table: 'keys', within: {} });
}

export async function insertKey(db: Db, row: KeyRow): Promise<void> {
  await db.insertInto('keys').values(row).execute();
}

/** Deletes a key, its counts, and the page sessions that were opened with it. */
export async function deleteKeyRecords(db: Db, { id, prefix }: Pick<KeyRow, 'id' | 'prefix'>): Promise<void> {
  await db.deleteFrom('key_rates').where('key_id', '=', id).execute();
  await db.deleteFrom('key_model_calls').where('key_id', '=', id).execute();
  await db
    .deleteFrom('keys')
    .where((the) => the.or([the('prefix', '=', prefix), the('session_of', '=', id)]))
    .execute();
}

/** Answers whether a key, or a session of the page, exists and has not ended. */
export async function isKeyValid(db: Db, id: string, now: string): Promise<boolean> {
  const key = await db.selectFrom('keys').select('expires_at').where('id', '=', id).executeTakeFirst();
  return key !== undefined && (key.expires_at === null || key.expires_at > now);
}

export async function hasAnyKey(db: Db): Promise<boolean> {
  return (await db.selectFrom('keys').select('prefix').limit(1).executeTakeFirst()) !== undefined;
}

/** Answers whether another operator's key of all apps is valid now; sessions of the page do not count. */
export async function hasOtherOperator(db: Db, prefix: string, now: string): Promise<boolean> {
  const other = await db
    .selectFrom('keys')
    .select('prefix')
    .where('role', '=', 'operator')
    .where('prefix', '!=', prefix)
    .where('session_of', 'is', null)
    .where('app_ids', 'is', null)
    .where((the) => the.or([the('expires_at', 'is', null), the('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Reads the keys that are stored sealed, for replicas that share a secret; oldest first. */
export async function readSealedKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('keys').select('sealed').where('sealed', 'is not', null).orderBy('id').execute();
  return rows.flatMap(({ sealed }) => (sealed === null ? [] : [sealed]));
}

export async function storeSealedKey(db: Db, prefix: string, sealed: string): Promise<void> {
  await db.updateTable('keys').set({ sealed }).where('prefix', '=', prefix).execute();
}

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

/** Stores a one-time code, by its hash, and deletes those that have expired. */
export async function insertPageCode(
  db: Db,
  { sha256, expiresAt, now }: { readonly sha256: string; readonly expiresAt: string; readonly now: string },
): Promise<void> {
  await db.deleteFrom('page_codes').where('expires_at', '<=', now).execute();
  await db.insertInto('page_codes').values({ sha256, expires_at: expiresAt }).execute();
}

/**
 * Deletes a code, which spends it: of two callers that try at once, on whichever replicas, one succeeds.
 *
 * @returns when it expires, in RFC 3339; `null` when it is unknown or spent
 */
export async function spendPageCode(db: Db, sha256: string): Promise<string | null> {
  const spent = db.deleteFrom('page_codes').where('sha256', '=', sha256).returning('expires_at');
  return (await spent.executeTakeFirst())?.expires_at ?? null;
}

/** Ends the session with this key prefix. */
export async function deleteSession(db: Db, prefix: string): Promise<void> {
  await db.deleteFrom('keys').where('prefix', '=', prefix).where('session_of', 'is not', null).execute();
}

/** Deletes the sessions that expired until an instant. */
export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('keys').where('session_of', 'is not', null).where('expires_at', '<=', now).execute();
}

/** Ends all sessions of a key except the newest, whose ids are the highest. */
export async function endOldestSessions(db: Db, keyId: string, kept: number): Promise<void> {
  const newest = db.selectFrom('keys').select('id').where('session_of', '=', keyId).orderBy('id', 'desc').limit(kept);
  await db.deleteFrom('keys').where('session_of', '=', keyId).where('id', 'not in', newest).execute();
}

/** Reads the keys that end after one instant and not after another; sessions of the page are none. */
export async function readExpiringKeys(db: Db, now: string, until: string) {
  return await db
    .selectFrom('keys')
    .select(['id', 'prefix', 'name', 'role', 'expires_at'])
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('session_of', 'is', null)
    .orderBy('expires_at')
    .limit(1000)
    .execute();
}
