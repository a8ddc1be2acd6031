import { expect, test } from 'vitest';
import type { HostingBackend } from '../../../src/service/hosting/hosting.ts';
import { readRoutes } from '../../../src/service/variants/queries/deployments.ts';
import { readRevisionsById } from '../../../src/service/variants/queries/revisions.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import type { World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const slug = (name: string) => ({ slug: name, version: null, id: null });

const fetchConfig = (world: World, references: Record<string, unknown>) =>
  world.running.send('POST', '/variants/configs/fetch', {
    body: { application_ref: slug('support'), ...references },
  });

async function withTwoVariants(world: World) {
  const variant_id = await world.makeVariant();
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 30 } } });
  const { variant_name } = await world.call('getVariant', { variant_id });
  const revisions = await world.call('listVariantRevisions', { variant_id });
  return { variant_id, variant_name, revisions };
}

test('without a reference, production answers', async () => {
  await using world = await openWorld();
  expect(await seen(await fetchConfig(world, {}))).toEqual([
    200,
    expect.objectContaining({
      params: { model: 'small', words: 50 },
      environment_ref: expect.objectContaining({ slug: 'production', version: 1 }),
      variant_ref: expect.objectContaining({ slug: 'default', version: 1 }),
    }),
  ]);
});

test('an answer names app, variant and environment, with when and by whom they changed', async () => {
  let now = new Date('2026-11-20T12:00:00Z');
  await using world = await openWorld({ publicUrl: () => 'https://wf.example', now: () => now });
  const { appId, variantId, running } = world;
  now = new Date('2026-11-20T13:00:00Z');
  const change = { body: { parameters: { words: 60 } }, key: running.keys.author };
  await running.send('PUT', `/variants/${variantId}/parameters`, change);
  now = new Date('2026-11-20T14:00:00Z');
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id: variantId } });
  const [, revision] = await world.call('listVariantRevisions', { variant_id: variantId });
  const { modified_by_id } = await world.call('getVariant', { variant_id: variantId });
  const where = { app_id: appId, environment_name: 'production' };
  const [, deploy] = (await world.call('getEnvironmentRevisions', where)).revisions;
  const [created_at, changed, deployed] = [12, 13, 14].map((hour) => `2026-11-20T${hour}:00:00.000Z`);
  expect(await seen(await fetchConfig(world, { environment_ref: slug('production') }))).toEqual([
    200,
    {
      params: { model: 'small', words: 60 },
      set_parameters: { words: 60 },
      url: `https://wf.example/services/${appId}/${variantId}`,
      application_ref: { slug: 'support', version: null, id: appId },
      service_ref: null,
      variant_ref: { slug: 'default', version: 2, id: revision?.id },
      environment_ref: { slug: 'production', version: 2, id: deploy?.id },
      application_lifecycle: { created_at, updated_at: created_at, updated_by_id: null, updated_by: null },
      service_lifecycle: null,
      variant_lifecycle: { created_at, updated_at: changed, updated_by_id: modified_by_id, updated_by: 'the author' },
      environment_lifecycle: {
        created_at: deployed,
        updated_at: deployed,
        updated_by_id: null,
        updated_by: 'the operator',
      },
    },
  ]);
});

test('the variant overrides the environment', async () => {
  await using world = await openWorld();
  const { variant_name } = await withTwoVariants(world);
  const references = { variant_ref: slug(variant_name), environment_ref: slug('production') };
  const [, body] = await seen(await fetchConfig(world, references));
  expect(body).toMatchObject({ params: { words: 30 }, environment_ref: null });
});

test('a version names an older revision', async () => {
  await using world = await openWorld();
  const { variant_name } = await withTwoVariants(world);
  const [, body] = await seen(await fetchConfig(world, { variant_ref: { ...slug(variant_name), version: 1 } }));
  expect(body).toMatchObject({ params: { words: 20 }, variant_ref: { version: 1 } });
});

test("a version of an environment means what it ran then, and so does its revision's id", async () => {
  await using world = await openWorld();
  const { variant_id } = await withTwoVariants(world);
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  const [, now] = await seen(await fetchConfig(world, { environment_ref: slug('production') }));
  expect(now).toMatchObject({ params: { words: 30 }, environment_ref: { version: 2 } });
  const { revisions } = await world.call('getEnvironmentRevisions', {
    app_id: world.appId,
    environment_name: 'production',
  });
  for (const reference of [
    { ...slug('production'), version: 1 },
    { slug: null, version: null, id: revisions[0]?.id },
  ]) {
    const [, then] = await seen(await fetchConfig(world, { environment_ref: reference }));
    expect(then).toMatchObject({ params: { words: 50 }, environment_ref: { slug: 'production', version: 1 } });
  }
});

test('a version that an environment never had answers 404', async () => {
  await using world = await openWorld();
  const references = { environment_ref: { ...slug('production'), version: 3 } };
  const detail = 'Environment "production" has no revision 3. It has 1 to 1.';
  expect(await seen(await fetchConfig(world, references))).toEqual([404, { detail }]);
});

test("an id may be a revision's or a variant's, and needs no app", async () => {
  await using world = await openWorld();
  const { variant_id, revisions } = await withTwoVariants(world);
  for (const [id, words] of [
    [revisions[0]?.id, 20],
    [variant_id, 30],
  ] as const) {
    const references = { application_ref: null, variant_ref: { slug: null, version: null, id } };
    const [, body] = await seen(await fetchConfig(world, references));
    expect(body).toMatchObject({ params: { words } });
  }
});

test.each([
  [{ variant_ref: slug('defautl') }, 404, 'No variant is called "defautl". Did you mean default?'],
  [{ environment_ref: slug('prod') }, 404, 'No environment is called "prod". Did you mean production?'],
  [{ environment_ref: slug('staging') }, 404, 'Nothing is deployed to environment "staging" yet.'],
  [{ application_ref: slug('suport') }, 404, 'No app is called "suport". Did you mean support?'],
])('an unknown reference answers 404: %j', async (references, status, detail) => {
  await using world = await openWorld();
  expect(await seen(await fetchConfig(world, references))).toEqual([status, { detail }]);
});

test('the id of a revision of an environment needs no app either', async () => {
  await using world = await openWorld();
  const { variant_id } = await withTwoVariants(world);
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  const { revisions } = await world.call('getEnvironmentRevisions', {
    app_id: world.appId,
    environment_name: 'production',
  });
  const fetchBy = async (id: string | undefined) =>
    await seen(await fetchConfig(world, { application_ref: null, environment_ref: { id } }));
  expect(await fetchBy(revisions[0]?.id)).toEqual([
    200,
    expect.objectContaining({
      params: { model: 'small', words: 50 },
      environment_ref: expect.objectContaining({ slug: 'production', version: 1 }),
    }),
  ]);
  expect(await fetchBy('nope')).toEqual([404, { detail: 'No environment revision has the id "nope".' }]);
});

test("the id of a revision of an app that a key does not reach is nobody's", async () => {
  await using world = await openWorld();
  const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
  const key = await world.call('createKey', { body: { name: 'other', role: 'viewer', app_ids: [app_id] } });
  const { revisions } = await world.call('getEnvironmentRevisions', {
    app_id: world.appId,
    environment_name: 'production',
  });
  const body = { environment_ref: { id: revisions[0]?.id } };
  const [status] = await seen(await world.running.send('POST', '/variants/configs/fetch', { body, key }));
  expect(status).toBe(404);
});

test('a reference without an app answers 422', async () => {
  await using world = await openWorld();
  const [status, body] = await seen(await fetchConfig(world, { application_ref: null }));
  expect([status, body]).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'application_ref'] })] }]);
});

test('a bundle can read only its own app', async () => {
  const backends: HostingBackend[] = [];
  await using world = await openWorld({
    createHosting: (backend) => {
      backends.push(backend);
      return createEchoHosting();
    },
  });
  const [backend] = backends;
  const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
  const [deployment] = await world.call('listDeployments', { app_id: world.appId });
  const own = { id: deployment?.id ?? '', app_id: world.appId, app_name: 'support', artifact_sha256: null, url: null };
  const other = { ...own, app_id, app_name: 'other' };
  const [revision] = await world.call('listVariantRevisions', { variant_id: world.variantId });
  const byRevision = { revision: revision?.id ?? '' };
  expect(await backend?.resolveConfiguration(own, byRevision)).toEqual({ model: 'small', words: 50 });
  expect(await backend?.resolveConfiguration(own, {})).toEqual({ model: 'small', words: 50 });
  expect(await backend?.resolveConfiguration(own, { application: 'support', variant: 'default' })).toBeDefined();
  await expect(backend?.resolveConfiguration(own, { variant: 'default', version: 9 })).rejects.toThrow('revision 9');
  await expect(backend?.resolveConfiguration(other, byRevision)).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
  await expect(backend?.resolveConfiguration(other, { application: 'support' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
  });
  expect(await backend?.readArtifact(world.sha256)).toHaveLength(36);
  expect(await backend?.readArtifact('0')).toBeNull();
  expect(await backend?.readVariables(own)).toEqual({});
});

test('revisions and routes are read by more ids than a statement takes values', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  const { id, deployment_id } = await db
    .selectFrom('variants')
    .innerJoin('variant_revisions', 'variant_revisions.variant_id', 'variants.id')
    .innerJoin('bases', 'bases.id', 'variants.base_id')
    .innerJoin('deployments', 'deployments.id', 'bases.newest_deployment_id')
    .select(['variant_revisions.id', 'deployments.id as deployment_id'])
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: 66_000 }, (_, at) => String(at));
  expect(await readRevisionsById(db, [...others, id])).toMatchObject([{ id }]);
  const routesById = await readRoutes(db, [...others, deployment_id]);
  expect(routesById(deployment_id)).not.toEqual([]);
});
