import type { Database, Db } from '../../store/schema.ts';

export type Listener = Pick<Database['webhooks'], 'id' | 'app_id' | 'events'>;

/** Reads the webhooks that are enabled. There are few. */
export async function readListeners(db: Db): Promise<Listener[]> {
  return await db
    .selectFrom('webhooks')
    .select(['id', 'app_id', 'events'])
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Reads the name of an app; `null`: it is gone. */
export async function readAppName(db: Db, appId: string): Promise<string | null> {
  return (await db.selectFrom('apps').select('name').where('id', '=', appId).executeTakeFirst())?.name ?? null;
}

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
