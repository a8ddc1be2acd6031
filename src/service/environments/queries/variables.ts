import { sql } from 'kysely';
import type { Database, Db } from '../../store/schema.ts';

export type VariableRow = Database['app_variables'];

/** Reads an app's variables by their names, in order. */
export async function readVariables(
  db: Db,
  appId: string,
  { after = '', limit = Number.MAX_SAFE_INTEGER }: { readonly after?: string; readonly limit?: number } = {},
): Promise<VariableRow[]> {
  return await db
    .selectFrom('app_variables')
    .selectAll()
    .where('app_id', '=', appId)
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .execute();
}

export async function saveVariable(db: Db, row: VariableRow): Promise<void> {
  const { sealed, updated_at, modified_by } = row;
  await db
    .insertInto('app_variables')
    .values(row)
    .onConflict((conflict) => conflict.columns(['app_id', 'name']).doUpdateSet({ sealed, updated_at, modified_by }))
    .execute();
  await renewProcesses(db, row.app_id);
}

/** Deletes a variable. @returns false when there is none */
export async function dropVariable(db: Db, appId: string, name: string): Promise<boolean> {
  const dropped = await db
    .deleteFrom('app_variables')
    .where('app_id', '=', appId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (dropped.numDeletedRows === 0n) return false;
  await renewProcesses(db, appId);
  return true;
}

/** Increments the version of an app's variables, so that every replica replaces processes with older ones. */
export async function renewProcesses(db: Db, appId: string): Promise<void> {
  await db
    .insertInto('app_variable_versions')
    .values({ app_id: appId, version: 1 })
    .onConflict((conflict) =>
      conflict.column('app_id').doUpdateSet({ version: sql<number>`app_variable_versions.version + 1` }),
    )
    .execute();
}
