import { sql } from 'kysely';
import { readSchemaVersion } from '../store/migrate.ts';
import { webhooks } from '../store/migrations/0010-webhooks.ts';
import type { Db } from '../store/schema.ts';

export const SEALED_COLUMNS = {
  app_variables: 'sealed',
  environment_variables: 'sealed',
  evaluations: 'provider_keys',
  fingerprint_key: 'sealed',
  human_evaluations: 'link_sealed',
  human_voters: 'code_sealed',
  keys: 'sealed',
  secrets: 'sealed',
  webhooks: 'sealed',
} as const;

export type SealedTable = keyof typeof SEALED_COLUMNS;

/** Reads the name of the key that the database's secrets are sealed with; `null` for a database without secrets. */
export async function readSealingKey(db: Db): Promise<string | null> {
  const noted = await db.selectFrom('sealing_key').select('name').executeTakeFirst();
  return noted?.name ?? (await findNameInUse(db));
}

/** Notes the key that secrets are sealed with, unless one is noted. */
export async function noteSealingKey(db: Db, name: string, now: string): Promise<void> {
  await db
    .insertInto('sealing_key')
    .values({ id: 1, name, set_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function replaceSealingKey(db: Db, name: string, now: string): Promise<void> {
  const changed = { name, set_at: now };
  await db
    .insertInto('sealing_key')
    .values({ id: 1, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
}

/** Migrations that brought tables after the first one: a backup of an older wf lacks them. */
const CAME_LATER: Readonly<Record<string, number>> = { webhooks: webhooks.number };

/** Finds the key of a sealed value, which names its own: only `wf serve` notes the key. */
async function findNameInUse(db: Db): Promise<string | null> {
  const schema = await readSchemaVersion(db);
  for (const [table, column] of Object.entries(SEALED_COLUMNS)) {
    if ((CAME_LATER[table] ?? 0) > schema) continue;
    // The service creates it by itself and can replace it: it must not keep a database without secrets from starting.
    if (table === 'fingerprint_key') continue;
    const { rows } = await sql<{ sealed: string }>`
      select ${sql.ref(column)} as sealed from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(
      db,
    );
    const name = rows[0]?.sealed.split('.')[1];
    if (name !== undefined) return name;
  }
  return null;
}

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
