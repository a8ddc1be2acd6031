import { expect, test } from 'vitest';
import { ValidationErrorItem } from '../../../src/contract/validation/validation-error.ts';
import { NARROWED, ROUTES, type World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const bodyOf = (world: World, changes: Record<string, unknown> = {}) => ({
  variant_name: 'default',
  artifact_sha256: world.sha256,
  routes: NARROWED,
  sdk_version: '0.1.0',
  ...changes,
});

const deploy = async (world: World, changes: Record<string, unknown> = {}) =>
  await seen(await world.running.send('POST', `/apps/${world.appId}/deployments`, { body: bodyOf(world, changes) }));

const check = (world: World, migrations: string[] = [], environment: string | null = null) =>
  world.call('checkDeployment', {
    app_id: world.appId,
    body: { variant_name: 'default', routes: NARROWED, migrations, environment },
  });

/** A world whose first revision sets what only the defaults of its code would be. */
async function openSet() {
  const world = await openWorld();
  const parameters = JSON.stringify({ model: 'small', words: 50 });
  await world.running.store.db.updateTable('variant_revisions').set({ parameters }).execute();
  return world;
}

const MENDS = ['map:model:small=smaller', 'clamp:words'];

test('a deployment that breaks what an environment runs is refused, and changes nothing', async () => {
  await using world = await openSet();
  const [status, body] = await deploy(world);
  expect([status, body]).toEqual([
    409,
    {
      detail: expect.objectContaining({
        code: 'WF_BREAKING_CHANGE',
        message:
          'The deployment breaks stored configurations: production runs default@1: model = "small" is no longer a choice; and 1 more.',
        is_breaking: true,
        breaks: [
          {
            severity: 'breaking',
            environment: 'production',
            variant_id: world.variantId,
            variant_name: 'default',
            revision: 1,
            route: '/',
            field: 'model',
            value: 'small',
            keyword: 'enum',
            before: ['small', 'large'],
            after: ['large', 'smaller'],
            message: 'production runs default@1: model = "small" is no longer a choice',
            suggestions: ['map:model:small=smaller', 'default:model'],
          },
          expect.objectContaining({
            field: 'words',
            keyword: 'minimum',
            before: 10,
            after: 60,
            message: 'production runs default@1: words = 50 is less than the minimum 60 (was 10)',
            suggestions: ['clamp:words', 'default:words'],
          }),
        ],
      }),
    },
  ]);
  expect(await world.call('listRoutes', { app_id: world.appId })).toEqual(ROUTES);
  expect(await world.call('listVariantRevisions', { variant_id: world.variantId })).toHaveLength(1);
});

test('a check reports what the deployment would, and changes nothing', async () => {
  await using world = await openSet();
  const checked = await check(world);
  const [, refused] = await deploy(world);
  const { code: _code, message: _message, ...details } = (refused as { detail: Record<string, unknown> }).detail;
  expect(checked).toEqual(details);
  expect(await world.call('listRoutes', { app_id: world.appId })).toEqual(ROUTES);
});

test('an accepted breaking change deploys the code, and the environment keeps its own', async () => {
  await using world = await openSet();
  const before = await world.call('getEnvironmentRevisions', { app_id: world.appId, environment_name: 'production' });
  const [status, body] = await deploy(world, { accept_breaking: true });
  expect([status, body]).toMatchObject([200, { changed: true, compatibility: { is_breaking: true } }]);
  const logged = await world.call('listAuditEntries', { app_id: world.appId });
  expect(logged.at(-1)?.summary).toMatch(/^code [0-9a-f]{12}, breaking changes accepted$/);
  expect(await world.call('getEnvironmentRevisions', { app_id: world.appId, environment_name: 'production' })).toEqual(
    before,
  );
});

test('a breaking change that was accepted once is not refused again', async () => {
  await using world = await openSet();
  await deploy(world, { accept_breaking: true });
  const [status, body] = await deploy(world);
  expect([status, body]).toMatchObject([200, { changed: false, compatibility: { is_breaking: false } }]);
  expect((await check(world)).breaks.map(({ severity }) => severity)).toEqual(['known', 'known']);
});

test('breaking what an environment would run at once is always refused', async () => {
  await using world = await openSet();
  const [status, body] = await deploy(world, { accept_breaking: true, environment: 'staging' });
  expect([status, body]).toMatchObject([
    409,
    { detail: { message: expect.stringContaining('staging would run default@1: model = "small"') } },
  ]);
});

test('migrations create a revision in the same transaction, and the environment runs it', async () => {
  await using world = await openSet();
  const [status, body] = await deploy(world, { migrations: MENDS, environment: 'production' });
  expect([status, body]).toMatchObject([
    200,
    {
      variant_revision: 2,
      environment_revision: 2,
      compatibility: {
        is_breaking: false,
        breaks: [],
        unused_migrations: [],
        migrated: [
          {
            from_revision: 1,
            to_revision: 2,
            environments: ['production'],
            is_new: true,
            before: { model: 'small', words: 50 },
            after: { model: 'smaller', words: 60 },
          },
        ],
      },
    },
  ]);
  const environment = await world.call('getEnvironmentRevisions', {
    app_id: world.appId,
    environment_name: 'production',
  });
  const revisions = await world.call('listVariantRevisions', { variant_id: world.variantId });
  expect(environment.deployed_app_variant_revision_id).toBe(revisions[1]?.id);
  const logged = await world.call('listAuditEntries', { app_id: world.appId, tail: 2 });
  expect(logged.map(({ name, summary }) => [name, summary])).toEqual([
    ['default', 'migrated from revision 1 as revision 2'],
    ['production', 'runs default@2 as revision 2'],
  ]);
});

test('migrations do what their preview shows', async () => {
  await using world = await openSet();
  await world.makeVariant();
  const planned = await check(world, MENDS);
  const [, body] = await deploy(world, { migrations: MENDS });
  expect((body as { compatibility: unknown }).compatibility).toEqual(planned);
});

test('repeating the same migrations creates nothing', async () => {
  await using world = await openSet();
  await deploy(world, { migrations: MENDS });
  const [status, body] = await deploy(world, { migrations: MENDS });
  expect([status, body]).toMatchObject([
    200,
    { changed: false, compatibility: { migrated: [{ from_revision: 1, to_revision: 2, is_new: false }] } },
  ]);
  expect(await world.call('listVariantRevisions', { variant_id: world.variantId })).toHaveLength(2);
});

test("a variant's newest revision stays the newest when an older one is migrated", async () => {
  await using world = await openSet();
  const variant_id = world.variantId;
  const newest = { model: 'large', words: 70 };
  await world.call('updateVariantParameters', { variant_id, body: { parameters: newest } });
  await deploy(world, { migrations: MENDS });
  const revisions = await world.call('listVariantRevisions', { variant_id });
  expect(revisions.map(({ config }) => config.parameters)).toEqual([
    { model: 'small', words: 50 },
    newest,
    { model: 'smaller', words: 60 },
    newest,
  ]);
});

test('an insufficient migration creates nothing', async () => {
  await using world = await openSet();
  const [status] = await deploy(world, { migrations: ['clamp:words'] });
  expect(status).toBe(409);
  expect(await world.call('listVariantRevisions', { variant_id: world.variantId })).toHaveLength(1);
});

test('a rename to an unknown field is a breaking change of its own', async () => {
  await using world = await openSet();
  const migrations = ['map:model:small=smaller', 'rename:words=wrods'];
  const [status, body] = await deploy(world, { migrations });
  expect([status, body]).toMatchObject([
    409,
    { detail: { breaks: [{ severity: 'breaking', field: 'wrods', route: null, suggestions: expect.any(Array) }] } },
  ]);
});

test('breaking changes that no environment runs are reported and migrated but not refused', async () => {
  await using world = await openSet();
  const variant_id = await world.makeVariant();
  const idle = (await check(world)).breaks.find(({ severity }) => severity === 'idle');
  expect(idle).toMatchObject({ environment: null, variant_id, field: 'words', value: 20 });
  expect(idle?.message).toMatch(/^name-1@1, which no environment runs: words = 20 is less than/);
  await deploy(world, { migrations: MENDS });
  expect(await world.call('getVariant', { variant_id })).toMatchObject({ revision: 2, parameters: { words: 60 } });
});

test('a deployment of another base breaks nothing', async () => {
  await using world = await openSet();
  const [status] = await deploy(world, { variant_name: 'other', base_name: 'other' });
  expect(status).toBe(200);
});

test.each(['rename:a', 'clamp', 'map:a=b', 'drop:', 'delete:words', ''])(
  'the migration %j is refused',
  async (text) => {
    await using world = await openSet();
    const [status, body] = await deploy(world, { migrations: [text] });
    const { detail } = body as { detail: unknown };
    expect([status, ValidationErrorItem.array().parse(detail)[0]?.loc]).toEqual([422, ['body', 'migrations', 0]]);
  },
);

test('what an environment will run counts in place of what it runs', async () => {
  await using world = await openSet();
  await world.call('updateVariantParameters', {
    variant_id: world.variantId,
    body: { parameters: { model: 'large', words: 70 } },
  });
  const severities = async (environment: string | null) =>
    (await check(world, [], environment)).breaks.map((one) => `${one.severity} ${one.environment} @${one.revision}`);
  expect(await severities(null)).toEqual(['breaking production @1', 'breaking production @1']);
  expect(await severities('production')).toEqual([]);
  expect((await deploy(world, { environment: 'production' }))[0]).toBe(200);
});

test('a variant updated during a deployment is checked or refused, never missed', async () => {
  await using world = await openSet();
  const variant_id = world.variantId;
  const body = { parameters: { model: 'large', words: 20 } };
  const [[deployed]] = await Promise.all([
    deploy(world, { migrations: MENDS, environment: 'production' }),
    world.running.send('PUT', `/variants/${variant_id}/parameters`, { body }),
  ]);
  const environment = await world.call('getEnvironmentRevisions', {
    app_id: world.appId,
    environment_name: 'production',
  });
  const revisions = await world.call('listVariantRevisions', { variant_id });
  const runs = revisions.find(({ id }) => id === environment.deployed_app_variant_revision_id);
  expect(deployed).toBe(200);
  expect(runs?.config.parameters?.['words']).toBeGreaterThanOrEqual(60);
});
