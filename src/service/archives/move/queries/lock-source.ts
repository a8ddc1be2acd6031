import { type ControlledTransaction, sql } from 'kysely';
import type { Store } from '../../../store/open-store.ts';
import type { Database } from '../../../store/schema.ts';
import type { MovedTable } from './read-tables.ts';

/** Opens a transaction that locks the tables against writes, so that the copy is consistent. */
export async function lockSource(
  { db, dialect }: Store,
  tables: readonly MovedTable[],
): Promise<ControlledTransaction<Database>> {
  if (dialect === 'sqlite') return await db.startTransaction().execute();
  const locked = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in share mode`.execute(locked);
  return locked;
}
