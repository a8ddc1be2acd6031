import { expect, test } from 'vitest';
import type { EndpointInput } from '../../../src/contract/endpoints.ts';
import type { ServedRequest } from '../../../src/service/observe/served-request.ts';
import { openWorld } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';

/** Creates a key, and returns what calls the hosted workflow with it in the address. */
async function callWith(world: World, more: Partial<EndpointInput<'createKey'>['body']>) {
  const body = { name: 'cloud', role: 'viewer' as const, app_ids: [world.appId], ...more };
  const key = await world.call('createKey', { body });
  const address = `/services/support/default/key/${key}`;
  const call = async (path: string, { method = 'POST', headers = {} } = {}) => {
    const options = method !== 'POST' ? {} : { body: { text: 'hi' } };
    return await world.running.send(method, `${address}${path}`, { key: null, headers, ...options });
  };
  return { key, call };
}

test.each(['/run', '/generate', '/playground/run?application_id=1'])(
  "a viewer's key of one app calls %s in the address, and its answer is for no cache",
  async (path) => {
    await using world = await openWorld();
    const { call } = await callWith(world, {});
    const answer = await call(path, { headers: { origin: 'https://cloud.example', authorization: 'Bearer theirs' } });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ path })]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': 'https://cloud.example',
    });
  },
);

test.each([
  [{ role: 'author' as const }, 403, 'may do more than an address should'],
  [{ role: 'operator' as const }, 403, 'may do more than an address should'],
  [{ app_ids: null }, 403, "only a viewer's key of one app is taken there"],
])('another key is refused: %j', async (more, status, detail) => {
  await using world = await openWorld();
  const { call } = await callWith(world, more);
  const answer = await call('/run');
  expect([answer.status, await answer.json()]).toEqual([status, { detail: expect.stringContaining(detail) }]);
});

test('a key of another app, a revoked key and no key are refused, and a limited one is limited', async () => {
  await using world = await openWorld();
  const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
  const [other, once] = [
    await callWith(world, { name: 'other', app_ids: [app_id] }),
    await callWith(world, { name: 'once', rate_limit: 1 }),
  ];
  expect((await other.call('/run')).status).toBe(404);
  expect([(await once.call('/run')).status, (await once.call('/run')).status]).toEqual([200, 429]);
  await world.call('deleteKey', { key_prefix: once.key.slice(0, 8) });
  expect((await once.call('/run')).status).toBe(401);
  const beside = await world.running.send('GET', `/apps/key/${other.key}`, { key: null });
  expect(beside.status).toBe(404);
});

test("logs show a key in an address by its prefix only, and a browser's question before a call needs none", async () => {
  const served: ServedRequest[] = [];
  await using world = await openWorld({ onServed: (one) => void served.push(one), transport: 'in process' });
  const { key, call } = await callWith(world, {});
  await call('/run');
  await call('/run', { method: 'OPTIONS', headers: { 'access-control-request-headers': 'authorization' } });
  const [ran, asked] = served.slice(-2);
  expect(ran?.path).toBe(`/services/support/default/key/${key.slice(0, 8)}.***/run`);
  expect(asked).toMatchObject({ status: 204, keyId: null });
  expect(JSON.stringify(served)).not.toContain(key);
});
