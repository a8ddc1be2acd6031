import { expect, test } from 'vitest';
import { planCall, type CallTarget } from '../../../../src/service/plans/plan-call.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

/** An app with a bundle, a self-hosted workflow and a base without code; `live` runs the first revision of the bundle. */
async function openApp() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'other' },
  ]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'bundled' },
    { id: 'y', app_id: 'a', name: 'hosted' },
    { id: 'z', app_id: 'a', name: 'empty' },
  ]);
  await insertBare(db, 'deployments', [
    { id: 'd1', app_id: 'a', base_id: 'x', artifact_sha256: 'old', routes: '[]' },
    { id: 'd2', app_id: 'a', base_id: 'x', artifact_sha256: 'sha', routes: '[{"path":"/"}]' },
    { id: 'd3', app_id: 'a', base_id: 'y', url: 'https://flow.example/', routes: '[{"path":"/run"}]' },
  ]);
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'formal', config_name: 'v', newest_revision: 2 },
    { id: 'w', app_id: 'a', base_id: 'y', name: 'remote', config_name: 'w', newest_revision: 1 },
    { id: 'n', app_id: 'a', base_id: 'z', name: 'new', config_name: 'n', newest_revision: 1 },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{}' },
    { id: 'v2', variant_id: 'v', revision: 2, parameters: '{}' },
    { id: 'w1', variant_id: 'w', revision: 1, parameters: '{}' },
    { id: 'n1', variant_id: 'n', revision: 1, parameters: '{}' },
  ]);
  await insertBare(db, 'environments', [
    { id: 'l', app_id: 'a', name: 'live', variables_id: 'now', protection: '{}' },
    { id: 'p', app_id: 'a', name: 'production', position: 1 },
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: 'l1', environment_id: 'l', revision: 1, variant_revision_id: 'v1', deployment_id: 'd1', variables_id: 'old' },
    { id: 'p1', environment_id: 'p', revision: 1, variant_revision_id: 'w1', deployment_id: 'd3' },
  ]);
  return async (changes: Partial<CallTarget>) =>
    await planCall(db, { app: 'support', variant: 'formal', appIds: null, slug: null, ...changes });
}

const slug = (named: Partial<NonNullable<CallTarget['slug']>>) => ({
  slug: { application: null, variant: null, environment: null, ...named },
});
const HOSTED = { id: 'd2', app_id: 'a', app_name: 'support', artifact_sha256: 'sha', url: null };
const REMOTE = { id: 'd3', artifact_sha256: null, url: 'https://flow.example/' };

test("a call of a variant runs its base's newest code, with the code's own configuration", async () => {
  const plan = await openApp();
  const labels = { app: 'support', variant: 'formal', revision: null, environment: null };
  const planned = { ok: true, value: { deployment: HOSTED, routes: null, revisionId: null, labels } };
  expect(await plan({})).toMatchObject(planned);
  expect(await plan({ app: 'a', variant: 'v', appIds: ['a'] })).toMatchObject(planned);
});

test('the routes of a self-hosted workflow are part of the plan', async () => {
  const plan = await openApp();
  expect(await plan({ variant: 'remote' })).toMatchObject({
    ok: true,
    value: { deployment: REMOTE, routes: [{ path: '/run' }], revisionId: null },
  });
});

test('a deployed call runs what its reference names, with the variables of its environment', async () => {
  const plan = await openApp();
  expect(await plan(slug({ environment: 'live', application: 'support' }))).toMatchObject({
    ok: true,
    value: {
      deployment: { id: 'd1', environment: { variablesId: 'now', isProtected: true } },
      routes: null,
      revisionId: 'v1',
      labels: { app: 'support', variant: 'formal', revision: 1, environment: 'live' },
    },
  });
  expect(await plan(slug({ application: 'a' }))).toMatchObject({
    ok: true,
    value: {
      deployment: { ...REMOTE, environment: { variablesId: null, isProtected: false } },
      revisionId: 'w1',
      labels: { variant: 'remote', environment: 'production' },
    },
  });
});

test('a deployed call of a variant runs its newest revision, and has no environment', async () => {
  const plan = await openApp();
  const planned = await plan(slug({ variant: 'formal', environment: 'live' }));
  expect(planned).toMatchObject({
    ok: true,
    value: { deployment: HOSTED, revisionId: 'v2', labels: { revision: 2, environment: null } },
  });
  expect(planned.ok && planned.value.deployment.environment).toBeUndefined();
});

test.each([
  [slug({ application: 'other' }), 'A workflow of app "support" cannot run a configuration of "other".'],
  [slug({ variant: 'new' }), 'Variant "new" has no deployed code yet.'],
  [slug({ environment: 'none' }), 'No environment is called "none". Available: live, production.'],
])('a reference to what cannot run is a bad request: %j', async (changes, detail) => {
  const plan = await openApp();
  const refused = await plan(changes);
  expect(refused.ok).toBe(false);
  expect(JSON.stringify(refused)).toContain(JSON.stringify(detail).slice(1, -1));
  expect(JSON.stringify(refused)).toContain('400');
});

test.each([
  [{ variant: 'new' }, 'Variant "new" has no deployed code yet.'],
  [{ app: 'none' }, 'No app is called "none".'],
  [{ appIds: ['b'] }, 'No app is called "support".'],
  [{ variant: 'none' }, 'No variant is called "none".'],
])('an address of what is not there is not found: %j', async (changes, message) => {
  const plan = await openApp();
  await expect(plan(changes)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining(message),
  });
});
