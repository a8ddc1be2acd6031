import { expect, test } from 'vitest';
import type { World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const history = async ({ call, appId }: World, environment_name = 'production') => {
  const environment = await call('getEnvironmentRevisions', { app_id: appId, environment_name });
  const runs = environment.revisions.map((row) => [row.revision, row.deployed_app_variant_revision, row.deployment]);
  return { environment, runs };
};

test('a new app has three environments that run nothing', async () => {
  await using world = await openWorld();
  const { app_id } = await world.call('createApp', { body: { app_name: 'fresh' } });
  const environments = await world.call('listAppEnvironments', { app_id });
  expect(environments.map(({ name }) => name)).toEqual(['development', 'staging', 'production']);
  const { revisions, ...environment } = await world.call('getEnvironmentRevisions', {
    app_id,
    environment_name: 'staging',
  });
  expect([revisions, environment]).toEqual([
    [],
    expect.objectContaining({
      deployed_app_variant_id: null,
      deployed_variant_name: null,
      deployed_app_variant_revision_id: null,
      revision: null,
    }),
  ]);
});

test('each deploy is a revision of its environment, numbered separately', async () => {
  await using world = await openWorld();
  const variant_id = await world.makeVariant();
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 60 } } });
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id, revision: 1 } });
  const revisions = await world.call('listVariantRevisions', { variant_id });
  const { environment, runs } = await history(world);
  expect(runs.map(([revision, id]) => [revision, id]).slice(1)).toEqual([
    [2, revisions[1]?.id],
    [3, revisions[0]?.id],
  ]);
  expect(environment).toMatchObject({ revision: 3, deployed_app_variant_id: variant_id });
});

test('a roll-back is a new revision equal to the old one, including its code', async () => {
  await using world = await openWorld();
  const first = (await history(world)).runs[0];
  const variant_id = await world.makeVariant();
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  const answer = await world.call('rollbackEnvironment', {
    environment_name: 'production',
    body: { app_id: world.appId },
  });
  const { environment, runs } = await history(world);
  expect(answer).toEqual(environment);
  expect(runs.at(-1)?.slice(1)).toEqual(first?.slice(1));
  expect(environment.revision).toBe(3);
  const last = { app_id: world.appId, environment_name: 'production', limit: 2 };
  expect((await world.call('getEnvironmentRevisions', last)).revisions.map(({ revision }) => revision)).toEqual([2, 3]);
});

test('a roll-back needs an earlier revision', async () => {
  await using world = await openWorld();
  const rollback = (environment: string, revision?: number) =>
    world.running.send('POST', `/environments/${environment}/rollback`, {
      body: { app_id: world.appId, ...(revision === undefined ? {} : { revision }) },
    });
  expect(await seen(await rollback('production'))).toEqual([
    409,
    { detail: 'Environment "production" has no earlier revision to go back to.' },
  ]);
  expect(await seen(await rollback('production', 7))).toEqual([
    404,
    { detail: 'Environment "production" has no revision 7. It has 1 to 1.' },
  ]);
  expect(await seen(await rollback('staging', 1))).toEqual([
    404,
    { detail: 'Environment "staging" has no revision 1. It has none yet.' },
  ]);
});

test('a variant that is invalid for the code cannot be deployed', async () => {
  await using world = await openWorld();
  const variant_id = await world.makeVariant();
  const [route] = await world.call('listRoutes', { app_id: world.appId });
  const filtered = { ...route, config: { type: 'object', properties: { model: { type: 'string' } } } };
  await world.running.send('POST', `/apps/${world.appId}/deployments`, {
    body: {
      variant_name: 'default',
      artifact_sha256: world.sha256,
      routes: [filtered],
      sdk_version: '0.2.0',
      accept_breaking: true,
    },
  });
  const body = { environment_name: 'staging', variant_id };
  expect(await seen(await world.running.send('POST', '/environments/deploy', { body }))).toEqual([
    422,
    {
      detail: [
        expect.objectContaining({
          loc: ['body', 'variant_id'],
          msg: expect.stringMatching(/^words: /),
          type: 'extra_forbidden',
        }),
      ],
    },
  ]);
});

test('an environment keeps its code when the base gets newer code', async () => {
  await using world = await openWorld();
  const before = (await history(world)).runs;
  await world.running.send('POST', `/apps/${world.appId}/deployments`, {
    body: {
      variant_name: 'default',
      artifact_sha256: world.sha256,
      routes: await world.call('listRoutes', { app_id: world.appId }),
      sdk_version: '0.2.0',
    },
  });
  expect((await history(world)).runs).toEqual(before);
});

test('concurrent deploys are numbered without gaps', async () => {
  await using world = await openWorld();
  const variants = await Promise.all(Array.from({ length: 6 }, () => world.makeVariant()));
  await Promise.all(
    variants.map((variant_id) =>
      world.call('deployToEnvironment', { body: { environment_name: 'staging', variant_id } }),
    ),
  );
  expect((await history(world, 'staging')).runs.map(([revision]) => revision)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('deleting an app deletes everything that belongs to it', async () => {
  await using world = await openWorld();
  await world.makeEvaluation();
  await world.makeHumanEvaluation();
  await world.call('deleteApp', { app_id: world.appId });
  const { db } = world.running.store;
  const counts = await Promise.all(
    (
      [
        'apps',
        'bases',
        'variants',
        'variant_revisions',
        'environments',
        'environment_revisions',
        'deployments',
      ] as const
    ).map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
  );
  expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await db.selectFrom('evaluation_scenarios').selectAll().execute()).toEqual([]);
});
