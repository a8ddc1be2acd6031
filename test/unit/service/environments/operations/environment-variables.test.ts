import { expect, test } from 'vitest';
import {
  deleteEnvironmentVariable,
  listEnvironmentVariables,
  setEnvironmentVariable,
} from '../../../../../src/service/environments/operations/environment-variables.ts';
import { openEnvironmentVariables } from '../../../../../src/service/environments/app-variables.ts';
import { requireEnvironment } from '../../../../../src/service/environments/queries/environments.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';
import { TEST_SECRETS } from '../../../../helpers/start-service.ts';

/** An app with the variables `A` and `C`, and an environment that sets `B` and `C`. */
async function openVariables(protection: string | null = null) {
  const opened = await openOperations();
  const { db, context } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'environments', [{ id: 'l', app_id: 'a', name: 'live', variables_id: 's', protection }]);
  const common = { updated_at: 'before', modified_by: 'ben' };
  await insertBare(db, 'app_variables', [
    { app_id: 'a', name: 'A', ...common },
    { app_id: 'a', name: 'C', ...common },
  ]);
  await insertBare(db, 'environment_variables', [
    { set_id: 's', environment_id: 'l', name: 'C', ...common },
    { set_id: 's', environment_id: 'l', name: 'B', ...common },
  ]);
  const place = { app_id: 'a', environment_name: 'live' };
  const list = async () => (await listEnvironmentVariables.run(place, context)).map(({ name, from }) => [name, from]);
  return { ...opened, place, list };
}

const PROTECTED = JSON.stringify({ gate: { name: 'g', sha256: '', content: '' } });

test("an environment has its own variables and the app's others, by name", async () => {
  const { context, place } = await openVariables();
  const common = { updated_at: 'before', modified_by: 'ben' };
  expect(await listEnvironmentVariables.run(place, context)).toEqual([
    { name: 'A', ...common, from: 'app' },
    { name: 'B', ...common, from: 'environment' },
    { name: 'C', ...common, from: 'environment' },
  ]);
});

test('a protected environment has only its own variables', async () => {
  const { list } = await openVariables(PROTECTED);
  expect(await list()).toEqual([
    ['B', 'environment'],
    ['C', 'environment'],
  ]);
});

test('a variable is set next to the others, and the old value replaced', async () => {
  const { context, db, place, list, takeLogged } = await openVariables();
  const set = async (variable_name: string, value: string) =>
    await setEnvironmentVariable.run({ ...place, variable_name, body: { value } }, context);
  const own = { updated_at: NOW, modified_by: 'ann', from: 'environment' };
  expect(await set('B', 'new')).toEqual({ name: 'B', ...own });
  expect(takeLogged()).toEqual([{ kind: 'variable', id: 'B', name: 'B', appId: 'a', summary: 'set in live' }]);
  expect(await list()).toEqual([
    ['A', 'app'],
    ['B', 'environment'],
    ['C', 'environment'],
  ]);
  await deleteEnvironmentVariable.run({ ...place, variable_name: 'C' }, context);
  const { variables_id } = await requireEnvironment(db, 'a', 'live');
  expect(await openEnvironmentVariables(db, TEST_SECRETS, 'a', variables_id)).toEqual({ B: 'new' });
});

test('a change is a new revision of what the environment runs', async () => {
  const { context, db, place, takeLogged } = await openVariables();
  const evidence = JSON.stringify({ evaluation_id: null, baseline_evaluation_id: null });
  await insertBare(db, 'deployments', [{ id: 'd' }]);
  await insertBare(db, 'variant_revisions', [{ id: 'v' }]);
  await insertBare(db, 'environment_revisions', [
    { id: 'l4', environment_id: 'l', revision: 4, variant_revision_id: 'v', deployment_id: 'd', evidence },
  ]);
  expect(await deleteEnvironmentVariable.run({ ...place, variable_name: 'B' }, context)).toBeNull();
  const made = expect.stringMatching(/^[\da-f-]{36}$/);
  expect(takeLogged()).toEqual([
    {
      kind: 'variable',
      id: 'B',
      name: 'B',
      appId: 'a',
      before: 'l4',
      after: made,
      summary: 'unset in live as revision 5',
    },
  ]);
  expect(await db.selectFrom('environment_revisions').selectAll().where('revision', '=', 5).execute()).toMatchObject([
    { variant_revision_id: 'v', deployment_id: 'd', message: 'unset B', evidence, modified_by: 'ann', created_at: NOW },
  ]);
});

test('a variable that is not set in the environment cannot be unset', async () => {
  const { context, place } = await openVariables();
  await expect(deleteEnvironmentVariable.run({ ...place, variable_name: 'A' }, context)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No variable is called "A". Available: B, C.',
  });
});

test('only an operator sets the variables of a protected environment', async () => {
  const { contextOf, place } = await openVariables(PROTECTED);
  const variable = { ...place, variable_name: 'B' };
  const author = contextOf({ principal: { id: 'k', name: 'ben', role: 'author' } });
  const refusal = {
    code: 'WF_NOT_ALLOWED',
    message: 'Environment "live" is protected: its variables require the role operator; this key has the role author.',
  };
  await expect(setEnvironmentVariable.run({ ...variable, body: { value: '' } }, author)).rejects.toMatchObject(refusal);
  await expect(deleteEnvironmentVariable.run(variable, author)).rejects.toMatchObject(refusal);
  expect(await deleteEnvironmentVariable.run(variable, contextOf())).toBeNull();
});

test('an author sets the variables of other environments', async () => {
  const { contextOf, place } = await openVariables();
  const author = contextOf({ principal: { id: 'k', name: 'ben', role: 'author' } });
  expect(await deleteEnvironmentVariable.run({ ...place, variable_name: 'B' }, author)).toBeNull();
});
