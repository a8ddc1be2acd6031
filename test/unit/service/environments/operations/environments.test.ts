import { expect, test } from 'vitest';
import {
  deployToEnvironment,
  environmentChange,
  protectEnvironment,
  requireUnchanged,
  rollbackEnvironment,
} from '../../../../../src/service/environments/operations/environments.ts';
import {
  type EnvironmentRow,
  requireEnvironment,
} from '../../../../../src/service/environments/queries/environments.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

const GATE = { name: 'release.gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]\n' };
const PROTECTION = JSON.stringify({ gate: { ...GATE, sha256: 'hash' }, changed_by: 'ben', changed_at: 'before' });
const ROUTES = [
  { path: '/', config: { type: 'object', properties: { words: { type: 'integer', maximum: 50 } } }, defaults: {} },
];

/** An app whose `live` runs revision 2 of variant `main` after revision 1, and whose `draft` runs nothing. */
async function openEnvironments(protection: string | null = null) {
  const opened = await openOperations();
  const { db } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main', newest_deployment_id: 'd' },
    { id: 'y', app_id: 'a', name: 'empty' },
  ]);
  await insertBare(db, 'deployments', [
    { id: 'd', app_id: 'a', base_id: 'x', routes: JSON.stringify(ROUTES) },
    { id: 'c', app_id: 'a', base_id: 'x', routes: '[]' },
  ]);
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'main', config_name: 'c', newest_revision: 2 },
    { id: 'w', app_id: 'a', base_id: 'y', name: 'bare', config_name: 'c', newest_revision: 1 },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{"words":60}' },
    { id: 'v2', variant_id: 'v', revision: 2, parameters: '{"words":40}' },
    { id: 'w1', variant_id: 'w', revision: 1, parameters: '{"words":60}' },
  ]);
  await insertBare(db, 'environments', [
    { id: 'l', app_id: 'a', name: 'live', protection },
    { id: 'n', app_id: 'a', name: 'draft', position: 1 },
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: 'l1', environment_id: 'l', revision: 1, variant_revision_id: 'v1', deployment_id: 'c' },
    { id: 'l2', environment_id: 'l', revision: 2, variant_revision_id: 'v2', deployment_id: 'd' },
  ]);
  const newest = async (name = 'live') =>
    await db
      .selectFrom('environment_revisions')
      .selectAll()
      .where('environment_id', '=', (await requireEnvironment(db, 'a', name)).id)
      .orderBy('revision', 'desc')
      .executeTakeFirst();
  return { ...opened, newest };
}

const ANY_ID = expect.stringMatching(/^[\da-f-]{36}$/);
const LIVE = { kind: 'environment', id: 'l', name: 'live', appId: 'a' };

test('a deploy runs the newest revision of the variant, and is logged with its message', async () => {
  const { context, newest, takeLogged } = await openEnvironments();
  const body = { environment_name: 'live', variant_id: 'v', message: 'Shorter' };
  expect(await deployToEnvironment.run({ body }, context)).toBeNull();
  expect(takeLogged()).toEqual([
    { ...LIVE, before: 'l2', after: ANY_ID, summary: 'runs main@2 as revision 3: Shorter' },
  ]);
  expect(await newest()).toMatchObject({ revision: 3, variant_revision_id: 'v2', deployment_id: 'd', created_at: NOW });
  await deployToEnvironment.run({ body: { environment_name: 'draft', variant_id: 'v', revision: 2 } }, context);
  const summary = 'runs main@2 as revision 1';
  expect(takeLogged()).toEqual([{ ...LIVE, id: 'n', name: 'draft', before: null, after: ANY_ID, summary }]);
});

test('a revision that breaks the schema of the code is not deployed; without code, any is', async () => {
  const { context, newest } = await openEnvironments();
  const deploy = async (variant_id: string) =>
    await deployToEnvironment.run({ body: { environment_name: 'live', variant_id, revision: 1 } }, context);
  await expect(deploy('v')).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'Revision 1 breaks the configuration schema of the deployed routes.',
    details: [expect.objectContaining({ loc: ['body', 'variant_id', 'words'] })],
  });
  await deploy('w');
  expect(await newest()).toMatchObject({ variant_revision_id: 'w1', deployment_id: null, message: null });
});

test('a roll-back goes to the revision before, or to a given one', async () => {
  const { context, newest, takeLogged } = await openEnvironments();
  const rollback = async (body: object) =>
    await rollbackEnvironment.run({ environment_name: 'live', body: { app_id: 'a', ...body } }, context);
  expect(await rollback({})).toMatchObject({ name: 'live', revision: 3 });
  expect(takeLogged()).toEqual([{ ...LIVE, before: 'l2', after: ANY_ID, summary: 'back to revision 1 as revision 3' }]);
  expect(await newest()).toMatchObject({ variant_revision_id: 'v1', deployment_id: 'c', restored_from: 1 });
  await rollback({ revision: 2, message: 'Too long' });
  const before = expect.any(String);
  const summary = 'back to revision 2 as revision 4: Too long';
  expect(takeLogged()).toEqual([{ ...LIVE, before, after: ANY_ID, summary }]);
  await rollback({ revision: 2, message: 'b', override: 'a' });
  expect(await newest()).toMatchObject({ message: 'a; b' });
});

test('an environment with one revision or none has nothing to go back to', async () => {
  const { context, db } = await openEnvironments();
  await db.deleteFrom('environment_revisions').where('id', '=', 'l2').execute();
  for (const environment_name of ['live', 'draft']) {
    await expect(rollbackEnvironment.run({ environment_name, body: { app_id: 'a' } }, context)).rejects.toMatchObject({
      code: 'WF_CONFLICT',
      message: `Environment "${environment_name}" has no earlier revision to go back to.`,
    });
  }
});

test('a protected environment goes back only to what passed a gate, unless the gate is overridden', async () => {
  const { context, db, newest, takeLogged } = await openEnvironments(PROTECTION);
  const rollback = async (body: object) =>
    await rollbackEnvironment.run({ environment_name: 'live', body: { app_id: 'a', ...body } }, context);
  const refusal =
    'Environment "live" is protected by the gate release.gate.yaml, and its revision 1 passed no gate. None has.';
  await expect(rollback({})).rejects.toMatchObject({ code: 'WF_PROTECTED', message: refusal });
  const evidence = JSON.stringify({ evaluation_id: null, baseline_evaluation_id: null });
  await insertBare(db, 'environment_revisions', [
    { id: 'l3', environment_id: 'l', revision: 3, variant_revision_id: 'v2', evidence },
    { id: 'l4', environment_id: 'l', revision: 4, variant_revision_id: 'v2', evidence },
  ]);
  await expect(rollback({ revision: 1 })).rejects.toThrow(refusal.replace('None has.', 'These have: 3, 4.'));
  await rollback({});
  expect(await newest()).toMatchObject({ revision: 5, restored_from: 3, message: null, evidence });
  takeLogged();
  await rollback({ revision: 1, override: 'Nothing else answers', message: 'See the call' });
  const message = 'overrides the gate release.gate.yaml: Nothing else answers; See the call';
  expect(await newest()).toMatchObject({ revision: 6, restored_from: 1, message });
  expect(takeLogged().map((change) => change?.summary)).toEqual([`back to revision 1 as revision 6: ${message}`]);
});

test('an environment is protected by a gate and released, which is logged by the hashes of the gates', async () => {
  const { context, takeLogged } = await openEnvironments();
  const protect = async (gate: typeof GATE | null) =>
    await protectEnvironment.run({ app_id: 'a', environment_name: 'live', body: { gate } }, context);
  const sha256 = expect.stringMatching(/^[\da-f]{64}$/);
  expect((await protect(GATE)).protection).toEqual({ gate: { ...GATE, sha256 }, changed_by: 'ann', changed_at: NOW });
  const takes = 'takes what passes release.gate.yaml';
  expect(takeLogged()).toEqual([{ ...LIVE, before: null, after: sha256, summary: takes }]);
  expect((await protect(null)).protection).toBeNull();
  expect(takeLogged()).toEqual([{ ...LIVE, before: sha256, after: null, summary: 'takes anything' }]);
});

test("the app's variables are adopted only when an environment becomes protected", async () => {
  const { context, db } = await openEnvironments(PROTECTION);
  await insertBare(db, 'app_variables', [{ app_id: 'a', name: 'KEY', sealed: 's' }]);
  const protect = async (gate: typeof GATE | null) => {
    await protectEnvironment.run({ app_id: 'a', environment_name: 'live', body: { gate } }, context);
    return (await requireEnvironment(db, 'a', 'live')).variables_id;
  };
  expect([await protect(GATE), await protect(null)]).toEqual([null, null]);
  expect(await protect(GATE)).not.toBeNull();
});

test('of two changes to the same state, the second is refused', async () => {
  const { contextOf } = await openEnvironments();
  const context = contextOf({ ifMatch: ['"1"'] });
  const message = 'Environment "live" is now at revision 2: somebody else changed it first.';
  const body = { environment_name: 'live', variant_id: 'v' };
  await expect(deployToEnvironment.run({ body }, context)).rejects.toThrow(message);
  const input = { environment_name: 'live', body: { app_id: 'a' } };
  await expect(rollbackEnvironment.run(input, context)).rejects.toThrow(message);
});

const ROW = { id: 'l', name: 'live', app_id: 'a', revision: null, revision_id: 'l2' } as EnvironmentRow; // what is read of it

test('an environment without a revision is at revision 0', () => {
  expect(() => requireUnchanged(ROW, ['"0"'])).not.toThrow();
  expect(() => requireUnchanged(ROW, ['"1"'])).toThrow('Environment "live" is now at revision 0');
});

test('a change that makes no revision has the same one before and after', () => {
  expect(environmentChange(ROW, null, 'what')).toEqual({ ...LIVE, before: 'l2', after: 'l2', summary: 'what' });
  expect(environmentChange(ROW, { id: 'l3' }, 'what', 'why')).toMatchObject({ after: 'l3', summary: 'what: why' });
});
