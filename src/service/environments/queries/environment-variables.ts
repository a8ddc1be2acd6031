import { v7 as newId } from 'uuid';
import type { Database, Db } from '../../store/schema.ts';
import type { EnvironmentRow } from './environments.ts';
import { readVariables } from './variables.ts';

type SetRow = Database['environment_variables'];

/** A variable of a set. */
export type EnvironmentVariableRow = Omit<SetRow, 'set_id' | 'environment_id'>;

/** Reads a set of variables by their names, in order. */
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
export async function insertVariableSet(
  db: Db,
  environmentId: string,
  variables: readonly EnvironmentVariableRow[],
): Promise<string | null> {
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
