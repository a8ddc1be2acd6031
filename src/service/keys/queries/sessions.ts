import type { Db } from '../../store/schema.ts';

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
