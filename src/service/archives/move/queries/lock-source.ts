import { type ControlledTransaction, sql } from 'kysely';
import type { Store } from '../../../store/open-store.ts';
import type { Database } from '../../../store/schema.ts';
import type { MovedTable } from './read-tables.ts';

/**
 * Opens a transaction in which the copy is consistent.
 *
 * @param isInUse - others may write meanwhile, which the transaction does not see; otherwise it locks the tables
 */
export async function lockSource(
  { db, dialect }: Store,
  tables: readonly MovedTable[],
  isInUse: boolean,
): Promise<ControlledTransaction<Database>> {
  if (dialect === 'sqlite') return await db.startTransaction().execute();
  const locked = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  if (!isInUse)
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in share mode`.execute(locked);
  return locked;
}
