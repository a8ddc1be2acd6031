import { expect, test } from 'vitest';
import type { NewDeployment } from '../../../../../src/contract/deployments/deployment.ts';
import { baseNameFor, createDeployment } from '../../../../../src/service/deployments/operations/create-deployment.ts';
import type { VariantRow } from '../../../../../src/service/variants/queries/variants.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';
import { NARROWED, ROUTES } from '../../../../helpers/service-world.ts';

const SHA = 'a'.repeat(64);
const BODY: NewDeployment = { variant_name: 'default', artifact_sha256: SHA, routes: ROUTES, sdk_version: '1' };
const ANY_ID = expect.stringMatching(/^[\da-f-]{36}$/);

/** An app with an environment and two stored bundles. */
async function openApp(protection: string | null = null) {
  const opened = await openOperations();
  const { db, context } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'artifacts', [{ sha256: SHA }, { sha256: 'b'.repeat(64) }]);
  await insertBare(db, 'environments', [{ id: 'l', app_id: 'a', name: 'live', protection }]);
  const deploy = async (changes: Partial<NewDeployment> = {}, own = context) =>
    await createDeployment.run({ app_id: 'a', body: { ...BODY, ...changes } }, own);
  return { ...opened, deploy };
}

test('a first deploy creates base, deployment, variant and revision of the environment, and logs them', async () => {
  const { deploy, takeLogged } = await openApp();
  const made = await deploy({ environment: 'live', message: 'First' });
  const { id } = made.deployment;
  expect(made).toMatchObject({
    deployment: { artifact_sha256: SHA, url: null, sdk_version: '1', created_by: 'ann', created_at: NOW },
    variant_id: ANY_ID,
    variant_name: 'default',
    variant_revision: 1,
    uri: `https://wf.test/services/a/${made.variant_id}`,
    environment: 'live',
    environment_revision: 1,
    changed: true,
    compatibility: { is_breaking: false },
  });
  expect(takeLogged()).toEqual([
    { kind: 'deployment', id, name: 'main', appId: 'a', before: null, after: id, summary: 'code aaaaaaaaaaaa' },
    { kind: 'variant', id: made.variant_id, name: 'default', appId: 'a', after: ANY_ID, summary: 'created' },
    {
      kind: 'environment',
      id: 'l',
      name: 'live',
      appId: 'a',
      before: null,
      after: ANY_ID,
      summary: 'runs default@1 as revision 1: First',
    },
  ]);
});

test('the same deploy changes and logs nothing', async () => {
  const { deploy, takeLogged } = await openApp();
  const first = await deploy({ environment: 'live' });
  takeLogged();
  const again = await deploy({ environment: 'live' });
  expect(again).toEqual({ ...first, changed: false, compatibility: again.compatibility });
  expect(takeLogged()).toEqual([null]);
  expect(await deploy()).toMatchObject({ changed: false, environment: null, environment_revision: null });
});

test.each([
  { artifact_sha256: 'b'.repeat(64) },
  { artifact_sha256: null, url: 'https://flow.example/' },
  { sdk_version: '2' },
  { routes: [...ROUTES, ...ROUTES.map((route) => ({ ...route, path: '/more' }))] },
  { evaluators: { artifact_sha256: SHA, schemas: [] } },
])('other code is a new deployment: %j', async (changes) => {
  const { deploy, takeLogged } = await openApp();
  const { deployment } = await deploy();
  takeLogged();
  const next = await deploy(changes);
  expect(next.changed).toBe(true);
  const summary =
    changes.url === undefined ? `code ${(changes.artifact_sha256 ?? SHA).slice(0, 12)}` : `code ${changes.url}`;
  const change = { kind: 'deployment', name: 'main', appId: 'a', before: deployment.id };
  expect(takeLogged()).toEqual([{ ...change, id: next.deployment.id, after: next.deployment.id, summary }]);
});

test('another variant of the same code is new, and so is a new revision of the environment', async () => {
  const { deploy, takeLogged } = await openApp();
  await deploy({ environment: 'live' });
  takeLogged();
  expect(await deploy({ variant_name: 'bold', environment: 'live' })).toMatchObject({
    changed: true,
    variant_revision: 1,
    environment_revision: 2,
  });
  expect(takeLogged().map((change) => change?.summary)).toEqual([undefined, 'created', 'runs bold@1 as revision 2']);
});

test('breaking changes are accepted only by name, which is logged', async () => {
  const { deploy, takeLogged } = await openApp();
  await deploy({ environment: 'live' });
  takeLogged();
  const narrowed = { routes: NARROWED, sdk_version: '2' };
  await expect(deploy(narrowed)).rejects.toMatchObject({
    code: 'WF_BREAKING_CHANGE',
    message: expect.stringMatching(/^The deployment breaks stored configurations: .*; and 1 more\.$/),
    details: expect.objectContaining({ is_breaking: true }),
  });
  await deploy({ ...narrowed, accept_breaking: true });
  expect(takeLogged().map((change) => change?.summary)).toEqual(['code aaaaaaaaaaaa, breaking changes accepted']);
});

test('a migration creates a revision of the variant, which is deployed', async () => {
  const { deploy, takeLogged } = await openApp();
  await deploy();
  takeLogged();
  const routes: NewDeployment['routes'] = ROUTES.map((route) => ({
    ...route,
    config: {
      type: 'object',
      properties: {
        model: { type: 'string', enum: ['small', 'large'], default: 'small', 'x-parameter': 'choice' },
        words: { type: 'integer', minimum: 60, maximum: 200, default: 60, 'x-parameter': 'int' },
      },
    },
    defaults: { model: 'small', words: 60 },
  }));
  const migrated = await deploy({ routes, migrations: ['clamp:words'], environment: 'live' });
  expect(migrated).toMatchObject({ variant_revision: 2, changed: true });
  expect(takeLogged().map((change) => change?.summary)).toEqual([
    'code aaaaaaaaaaaa',
    'migrated from revision 1 as revision 2',
    'runs default@2 as revision 1',
  ]);
});

test('a bundle is deployed once it is stored', async () => {
  const { deploy } = await openApp();
  const refusal = (...loc: string[]) => ({
    code: 'WF_INVALID_INPUT',
    message: 'The bundle is not stored.',
    details: [{ loc: ['body', ...loc], msg: 'No bundle with this hash is stored: upload it first', type: 'missing' }],
  });
  const artifact_sha256 = 'c'.repeat(64);
  await expect(deploy({ artifact_sha256 })).rejects.toMatchObject(refusal('artifact_sha256'));
  const evaluators = { artifact_sha256, schemas: [] };
  await expect(deploy({ evaluators })).rejects.toMatchObject(refusal('evaluators', 'artifact_sha256'));
});

test('an author deploys, but not to an environment', async () => {
  const { contextOf, deploy } = await openApp();
  const author = contextOf({ principal: { id: 'k', name: 'ben', role: 'author' } });
  expect(await deploy({}, author)).toMatchObject({ changed: true });
  await expect(deploy({ environment: 'live' }, author)).rejects.toMatchObject({
    code: 'WF_NOT_ALLOWED',
    message: 'Deploying to an environment requires the role operator; this key has the role author.',
  });
});

test('new code does not reach a protected environment, nor one that changed meanwhile', async () => {
  const { deploy } = await openApp(JSON.stringify({ gate: { name: 'strict' } }));
  await expect(deploy({ environment: 'live' })).rejects.toMatchObject({
    code: 'WF_PROTECTED',
    message:
      'Environment "live" is protected: it accepts only a variant with an evaluation that passes the gate strict.',
  });
  const open = await openApp();
  await expect(open.deploy({ environment: 'live' }, open.contextOf({ ifMatch: ['"1"'] }))).rejects.toThrow(
    'Environment "live" is now at revision 0: somebody else changed it first.',
  );
});

test('a variant stays in its base', async () => {
  const variant = { variant_name: 'bold', base_name: 'own' } as VariantRow; // what is read of it
  expect([baseNameFor({}, null), baseNameFor({}, variant), baseNameFor({ base_name: 'own' }, variant)]).toEqual([
    'main',
    'own',
    'own',
  ]);
  expect(baseNameFor({ base_name: 'other' }, null)).toBe('other');
  expect(() => baseNameFor({ base_name: 'main' }, variant)).toThrow(
    expect.objectContaining({
      code: 'WF_CONFLICT',
      message: 'Variant "bold" belongs to base "own", not to "main".',
    }),
  );
});
