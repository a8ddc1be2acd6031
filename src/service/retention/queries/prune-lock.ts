import { sql } from 'kysely';
import type { Store } from '../../store/open-store.ts';

/**
 * Runs work on one replica at a time; the others skip it. The lock ends with the connection, so a killed replica blocks
 * nobody.
 */
export async function holdPruneLock(store: Store, work: () => Promise<void>): Promise<void> {
  // Nobody shares a file with another machine.
  if (store.dialect === 'sqlite') return await work();
  await store.passingTransaction(async (db) => {
    const { rows } = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(7205759410) as is_ours`.execute(
      db,
    );
    if (rows[0]?.is_ours === true) await work();
  });
}
