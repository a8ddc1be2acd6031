import { expect, test } from 'vitest';
import type { World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const call = (world: World, path: string, body?: unknown, method = 'POST') =>
  world.running.send(method, `/services/support/default${path}`, { body });

/** The runs that the echoing host was asked for. */
const ran = async (world: World, path: string, body?: unknown, method = 'POST') => {
  const [status, answer] = await seen(await call(world, path, body, method));
  expect([path, status]).toEqual([path, 200]);
  return answer as { path: string; revisionId: string | null; deploymentId: string; body: string };
};

const revisionIds = async (world: World, variant_id: string) =>
  (await world.call('listVariantRevisions', { variant_id })).map(({ id }) => id);

test.each(['/run', '/run/x/y', '/generate_deployed', '/run/'])(
  '%s without a slug runs what production runs',
  async (path) => {
    await using world = await openWorld();
    const [first] = await revisionIds(world, world.variantId);
    await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 30 } } });
    expect(await ran(world, path, { text: 'hi' })).toMatchObject({ path, revisionId: first, body: '{"text":"hi"}' });
  },
);

test('config names a variant at its newest revision and overrides environment', async () => {
  await using world = await openWorld();
  const variant_id = await world.makeVariant();
  await world.call('updateVariantParameters', { variant_id, body: { parameters: { words: 30 } } });
  const { variant_name } = await world.call('getVariant', { variant_id });
  const answer = await ran(world, '/run', { text: 'hi', config: variant_name, environment: 'production' });
  expect(answer.revisionId).toBe((await revisionIds(world, variant_id)).at(-1));
});

test('environment runs its pinned revision and code', async () => {
  await using world = await openWorld();
  const body = { environment_name: 'staging', variant_id: world.variantId };
  await world.call('deployToEnvironment', { body });
  const [pinned] = await world.call('listDeployments', { app_id: world.appId });
  await world.running.send('POST', `/apps/${world.appId}/deployments`, {
    body: {
      variant_name: 'default',
      artifact_sha256: world.sha256,
      routes: await world.call('listRoutes', { app_id: world.appId }),
      sdk_version: '9.9.9',
    },
  });
  expect((await ran(world, '/run', { environment: 'staging' })).deploymentId).toBe(pinned?.id);
  expect((await ran(world, '/run', { config: 'default' })).deploymentId).not.toBe(pinned?.id);
});

test.each([
  [{ config: 'defautl' }, 'No variant is called "defautl". Did you mean default?'],
  [{ environment: 'prod' }, 'No environment is called "prod". Did you mean production?'],
  [{ environment: 'staging' }, 'Nothing is deployed to environment "staging" yet.'],
  [{ app: 'billing' }, 'A workflow of app "support" cannot run a configuration of "billing".'],
])('an unknown slug answers 400: %j', async (slug, detail) => {
  await using world = await openWorld();
  expect(await seen(await call(world, '/run', { text: 'hi', ...slug }))).toEqual([400, { detail }]);
});

test('a call may name its own app, and an empty slug is ignored', async () => {
  await using world = await openWorld();
  const [newest] = await revisionIds(world, world.variantId);
  for (const slug of [{ app: 'support' }, { app: world.appId }, { config: '', environment: '', app: '' }]) {
    expect((await ran(world, '/run', { text: 'hi', ...slug })).revisionId).toBe(newest);
  }
});

test('a slug that is not text answers 422', async () => {
  await using world = await openWorld();
  const [status, body] = await seen(await call(world, '/run', { config: 1, environment: {} }));
  expect([status, (body as { detail: { loc: unknown }[] }).detail.map(({ loc }) => loc)]).toEqual([
    422,
    [
      ['body', 'environment'],
      ['body', 'config'],
    ],
  ]);
});

test('playground calls and the page pin no revision, and keep query and body', async () => {
  await using world = await openWorld();
  expect(await ran(world, '/playground/run/x?inline=true', { words: 20 })).toMatchObject({
    path: '/playground/run/x?inline=true',
    revisionId: null,
    body: '{"words":20}',
  });
  expect(await ran(world, '/generate', {})).toMatchObject({ revisionId: null });
  // Fetched from the process itself, over its channel.
  expect(await ran(world, '/health', undefined, 'GET')).toEqual({ status: 'ok' });
  expect(await ran(world, '', undefined, 'GET')).toMatchObject({ path: '/' });
});

test('app and variant are also found by id', async () => {
  await using world = await openWorld();
  const path = `/services/${world.appId}/${world.variantId}/health`;
  expect((await world.running.send('GET', path)).status).toBe(200);
});

test('an unknown app or variant answers 404 with a similar one', async () => {
  await using world = await openWorld();
  expect(await seen(await world.running.send('GET', '/services/suport/default/health'))).toEqual([
    404,
    { detail: 'No app is called "suport". Did you mean support?' },
  ]);
  expect(await seen(await world.running.send('GET', '/services/support/defalt/health'))).toEqual([
    404,
    { detail: 'No variant is called "defalt". Did you mean default?' },
  ]);
});

test('a variant without deployed code answers 404, and a slug that names it 400', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  const created_at = new Date().toISOString();
  await db.insertInto('bases').values({ id: 'empty', app_id: world.appId, name: 'empty', created_at }).execute();
  await db.updateTable('variants').set({ base_id: 'empty' }).execute();
  const detail = 'Variant "default" has no deployed code yet.';
  expect(await seen(await call(world, '/playground/run', {}))).toEqual([404, { detail }]);
  expect(await seen(await call(world, '/run', { config: 'default' }))).toEqual([400, { detail }]);
});

test('a call needs a key, which is not forwarded', async () => {
  await using world = await openWorld();
  const path = '/services/support/default/run';
  expect((await world.running.send('POST', path, { body: {}, key: null })).status).toBe(401);
  const headers = { 'x-api-key': world.running.keys.viewer };
  expect((await world.running.send('POST', path, { body: {}, key: null, headers })).status).toBe(200);
  expect(world.running.calls.map(({ request }) => request.headers.get('x-api-key'))).toEqual([null]);
});

test('a body over the limit answers 413', async () => {
  await using world = await openWorld({ limits: { bodyBytes: 2000 } });
  const [status] = await seen(await call(world, '/run', { text: 'x'.repeat(2000) }));
  expect(status).toBe(413);
});

test('a body that is not JSON is forwarded for the route to refuse', async () => {
  await using world = await openWorld();
  expect(await ran(world, '/run', '{"text":')).toMatchObject({ body: '{"text":' });
});

test('an app is found by its name before its id, among the apps that a key reaches', async () => {
  await using world = await openWorld();
  // A service of before may hold such a name.
  const { app_id } = await world.call('createApp', { body: { app_name: 'shadow' } });
  await world.running.store.db.updateTable('apps').set({ name: world.appId }).where('id', '=', app_id).execute();
  const path = `/services/${world.appId}/default/health`;
  const detail = 'No variant is called "default". There is no variant yet.';
  expect(await seen(await world.running.send('GET', path))).toEqual([404, { detail }]);
  const body = { name: 'of the app', role: 'viewer' as const, app_ids: [world.appId] };
  const key = await world.call('createKey', { body });
  expect((await world.running.send('GET', path, { key })).status).toBe(200);
});

test('a variant is found by its name, then by its configuration, then by its id', async () => {
  await using world = await openWorld();
  const add = async (new_variant_name: string, new_config_name: string) => {
    const body = { base_id: world.baseId, new_variant_name, new_config_name, parameters: {} };
    return (await world.call('addVariantFromBase', { body })).variant_id;
  };
  const [first, second] = [await add('bold', 'shared'), await add('shared', 'short')];
  for (const [config, variant_id] of [
    ['bold', first],
    ['shared', second],
    ['short', second],
    [first, first],
  ] as const) {
    expect((await ran(world, '/run', { config })).revisionId).toBe((await revisionIds(world, variant_id))[0]);
  }
});
