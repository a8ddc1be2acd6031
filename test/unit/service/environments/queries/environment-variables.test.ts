import { expect, test } from 'vitest';
import {
  adoptAppVariables,
  insertVariableSet,
  readVariableSet,
} from '../../../../../src/service/environments/queries/environment-variables.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const variable = (name: string, sealed = `sealed ${name}`) => ({ name, sealed, updated_at: 'at', modified_by: 'ann' });

async function openEnvironments() {
  const { db } = await openBare();
  await insertBare(db, 'environments', [
    { id: 'e', app_id: 'a', name: 'live', variables_id: null },
    { id: 'f', app_id: 'a', name: 'draft', variables_id: null },
  ]);
  return db;
}

test('a set is stored and read by the names of its variables; an empty one is none', async () => {
  const db = await openEnvironments();
  const id = await insertVariableSet(db, 'e', [variable('B'), variable('A')]);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(await readVariableSet(db, id)).toEqual([variable('A'), variable('B')]);
  expect(await db.selectFrom('environment_variables').select(['set_id', 'environment_id']).execute()).toEqual([
    { set_id: id, environment_id: 'e' },
    { set_id: id, environment_id: 'e' },
  ]);
  expect([await insertVariableSet(db, 'e', []), await readVariableSet(db, null)]).toEqual([null, []]);
});

test("an app's variables go below those of each set that an environment names", async () => {
  const db = await openEnvironments();
  const own = await insertVariableSet(db, 'e', [variable('A', 'own')]);
  await db.updateTable('environments').set({ variables_id: own }).where('id', '=', 'e').execute();
  await insertBare(db, 'environment_revisions', [
    { id: '1', environment_id: 'e', revision: 1, variables_id: null },
    { id: '2', environment_id: 'e', revision: 2, variables_id: own },
    { id: '3', environment_id: 'f', revision: 1, variables_id: null },
  ]);
  const environment = { id: 'e', app_id: 'a' };
  const pinned = async () => {
    const revisions = await db.selectFrom('environment_revisions').select('variables_id').orderBy('id').execute();
    const [live] = await db.selectFrom('environments').select('variables_id').where('id', '=', 'e').execute();
    return [...revisions, live!].map(({ variables_id }) => variables_id);
  };
  await adoptAppVariables(db, environment);
  expect(await pinned()).toEqual([null, own, null, own]);

  await insertBare(db, 'app_variables', [
    { app_id: 'a', ...variable('A') },
    { app_id: 'a', ...variable('B') },
    { app_id: 'b', ...variable('C') },
  ]);
  await adoptAppVariables(db, environment);
  const [first, second, other, live] = await pinned();
  expect([other, live]).toEqual([null, second]);
  expect(await readVariableSet(db, first!)).toEqual([variable('A'), variable('B')]);
  expect(await readVariableSet(db, second!)).toEqual([variable('A', 'own'), variable('B')]);
});
