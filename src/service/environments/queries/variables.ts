import { sql } from 'kysely';
import type { Database, Db } from '../../store/schema.ts';
import { v7 as newId } from 'uuid';
import type { EnvironmentRow } from './environments.ts';

export type VariableRow = Database['app_variables'];

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

type SetRow = Database['environment_variables'];

export type EnvironmentVariableRow = Omit<SetRow, 'set_id' | 'environment_id'>;

export async function readVariableSet(db: Db, setId: string | null): Promise<EnvironmentVariableRow[]> {
  if (setId === null) return [];
  return await db
    .selectFrom('environment_variables')
    .select(['name', 'sealed', 'updated_at', 'modified_by'])
    .where('set_id', '=', setId)
    .orderBy('name')
    .execute();
}

/** Stores a new set. @returns its id; `null` for an empty set */
export async function insertVariableSet(db: Db, environmentId: string, variables: readonly EnvironmentVariableRow[]) {
  if (variables.length === 0) return null;
  const id = newId();
  const rows = variables.map(({ name, sealed, updated_at, modified_by }) => ({
    set_id: id,
    environment_id: environmentId,
    name,
    sealed,
    updated_at,
    modified_by,
  }));
  await db.insertInto('environment_variables').values(rows).execute();
  return id;
}

/** Adds the app's variables to every set of an environment, below its own, so that its revisions keep what they had. */
export async function adoptAppVariables(db: Db, { id, app_id }: Pick<EnvironmentRow, 'id' | 'app_id'>): Promise<void> {
  const inherited = await readVariables(db, app_id);
  if (inherited.length === 0) return;
  for (const setId of await listSets(db, id)) {
    const own = await readVariableSet(db, setId);
    const names = new Set(own.map(({ name }) => name));
    const merged = [...own, ...inherited.filter(({ name }) => !names.has(name))];
    await replaceSet(db, id, setId, await insertVariableSet(db, id, merged));
  }
}

/** Lists the sets that an environment and its revisions name; `null` stands for the empty one. */
async function listSets(db: Db, environmentId: string): Promise<(string | null)[]> {
  const current = await db.selectFrom('environments').select('variables_id').where('id', '=', environmentId).execute();
  const pinned = await db
    .selectFrom('environment_revisions')
    .select('variables_id')
    .distinct()
    .where('environment_id', '=', environmentId)
    .execute();
  return [...new Set([...current, ...pinned].map(({ variables_id }) => variables_id))];
}

async function replaceSet(db: Db, environmentId: string, old: string | null, variables_id: string | null) {
  await db
    .updateTable('environments')
    .set({ variables_id })
    .where('id', '=', environmentId)
    .where('variables_id', old === null ? 'is' : '=', old)
    .execute();
  await db
    .updateTable('environment_revisions')
    .set({ variables_id })
    .where('environment_id', '=', environmentId)
    .where('variables_id', old === null ? 'is' : '=', old)
    .execute();
}
