import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { inProcessTransport } from '../../helpers/in-process-transport.ts';
import { makeKey } from '../../../src/service/keys/find-principal.ts';
import { createPageSessions } from '../../../src/service/serve/page-sessions.ts';
import type { World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const revoke = async ({ running }: World, key: string, as = running.keys.operator) =>
  await seen(await running.send('DELETE', `/keys/${key.slice(0, 8)}`, { key: as }));

const get = async ({ running }: World, key: string, path = '/apps') => await running.send('GET', path, { key });

test('a list shows role, expiry and limit but no secret', async () => {
  await using world = await openWorld();
  const expires_at = '2999-01-01T00:00:00.000Z';
  const key = await world.call('createKey', { body: { name: 'ci', role: 'viewer', expires_at, rate_limit: 60 } });
  const listed = await world.call('listKeys', {});
  expect(listed.at(-1)).toEqual({
    prefix: key.slice(0, 8),
    name: 'ci',
    role: 'viewer',
    created_at: expect.any(String),
    expiration_date: expires_at,
    expires_at,
    rate_limit: 60,
    app_ids: null,
    last_used_at: null,
    model_call_limit: null,
    model_calls_today: 0,
    model_calls: 0,
  });
  const secret = key.slice(9);
  const stored = await world.running.store.db.selectFrom('keys').selectAll().execute();
  expect([JSON.stringify(listed), JSON.stringify(stored)].filter((text) => text.includes(secret))).toEqual([]);
});

test('a list shows when each key was last used, to within five minutes', async () => {
  let ms = Date.parse('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => new Date(ms) });
  const { db } = world.running.store;
  const key = await world.call('createKey', { body: { name: 'ci', role: 'viewer' } });
  const lastUse = async () => (await world.call('listKeys', {})).at(-1)?.last_used_at;
  expect(await lastUse()).toBeNull();
  await get(world, key);
  await expect.poll(lastUse).toBe('2026-11-20T12:00:00.000Z');
  ms += 4 * 60_000;
  // Nothing is written, so nothing can be waited for: what follows is written after it would have been.
  await get(world, key);
  await get(world, world.running.keys.viewer);
  await expect.poll(async () => await db.selectFrom('key_uses').selectAll().execute()).toHaveLength(3);
  expect(await lastUse()).toBe('2026-11-20T12:00:00.000Z');
  ms += 60_000;
  // A refused request is a use, too.
  expect((await get(world, key, '/keys')).status).toBe(403);
  await expect.poll(lastUse).toBe('2026-11-20T12:05:00.000Z');
  expect((await revoke(world, key))[0]).toBe(200);
  expect((await world.call('listAuditEntries', {})).at(-1)?.summary).toBe(
    'revoked, viewer, last used 2026-11-20T12:05:00.000Z',
  );
  expect(await db.selectFrom('key_uses').selectAll().execute()).toHaveLength(2);
});

test('a clock that was set back does not silence the uses of a key', async () => {
  let ms = Date.parse('2026-11-20T12:30:00Z');
  await using world = await openWorld({ now: () => new Date(ms) });
  const key = await world.call('createKey', { body: { name: 'ci', role: 'viewer' } });
  const lastUse = async () => (await world.call('listKeys', {})).at(-1)?.last_used_at;
  await get(world, key);
  await expect.poll(lastUse).toBe('2026-11-20T12:30:00.000Z');
  ms -= 10 * 60_000;
  await get(world, key);
  ms += 14 * 60_000;
  // A write that failed, as on a busy database, is made with the next use.
  const useAgain = async () => (await get(world, key), await lastUse());
  await expect.poll(useAgain).toBe('2026-11-20T12:34:00.000Z');
});

test('a key is created for apps, once each, and logged with their names', async () => {
  await using world = await openWorld();
  const { app_id } = await world.call('createApp', { body: { app_name: 'sales' } });
  const app_ids = [app_id, world.appId, app_id];
  await world.call('createKey', { body: { name: 'ci', role: 'viewer', app_ids } });
  expect((await world.call('listKeys', {})).at(-1)).toMatchObject({ app_ids: [app_id, world.appId] });
  expect((await world.call('listAuditEntries', { tail: 1 }))[0]).toMatchObject({
    kind: 'key',
    name: 'ci',
    summary: 'created, viewer of sales, support',
  });
});

test('the use of a session of the page counts for its key, and does not change what hosted calls have cached', async () => {
  await using world = await openWorld();
  const { store } = world.running;
  const key = await world.call('createKey', { body: { name: 'ann', role: 'operator' } });
  const sessions = createPageSessions({ store, mode: 'serve' });
  const headers = { 'content-type': 'application/json' };
  const signIn = { method: 'POST', body: JSON.stringify({ key }), headers };
  const signedIn = await sessions.fetch(new Request('http://wf.test/session', signIn));
  const cookie = signedIn?.headers.get('set-cookie')?.split(';')[0] ?? '';
  const version = await store.readCallVersion();
  expect((await world.running.send('GET', '/apps', { key: null, headers: { cookie } })).status).toBe(200);
  const lastUse = async () => (await world.call('listKeys', {})).find(({ name }) => name === 'ann')?.last_used_at;
  await expect.poll(lastUse).toEqual(expect.any(String));
  expect(await store.readCallVersion()).toBe(version);
});

test('a request without a body creates a key of an author', async () => {
  await using world = await openWorld({ transport: 'socket' });
  const answer = await world.running.send('POST', '/keys');
  const prefix = ((await answer.json()) as string).slice(0, 8);
  expect((await world.call('listKeys', {})).at(-1)).toMatchObject({ prefix, name: 'unnamed', role: 'author' });
  expect((await world.running.send('POST', '/keys', { body: '' })).status).toBe(200);
  expect((await world.running.send('POST', '/keys', { body: 'null' })).status).toBe(422);
});

test('a key is valid until it expires or is revoked', async () => {
  let ms = Date.parse('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => new Date(ms) });
  const expires_at = '2026-11-20T12:01:00.000Z';
  const [ci, once] = [
    await world.call('createKey', { body: { name: 'ci' } }),
    await world.call('createKey', { body: { name: 'once', expires_at } }),
  ];
  const isValid = async (key: string) => await world.call('validateKey', { key_prefix: key.slice(0, 8) });
  expect([await isValid(ci), await isValid(once), await isValid('unknown1')]).toEqual([true, true, false]);
  ms += 60_000;
  expect([await isValid(ci), await isValid(once)]).toEqual([true, false]);
  const message = `Key "${ci.slice(0, 8)}" is revoked.`;
  expect(await world.call('deleteKey', { key_prefix: ci.slice(0, 8) })).toEqual({ message });
  expect(await isValid(ci)).toBe(false);
});

test.each([
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ rate_limit: 0 }, 'rate_limit'],
  [{ rate_limit: 1.5 }, 'rate_limit'],
  [{ model_call_limit: 0 }, 'model_call_limit'],
  [{ role: 'owner' }, 'role'],
  [{ name: '' }, 'name'],
])('a key with %j is refused', async (changes, field) => {
  await using world = await openWorld();
  const answer = await world.running.send('POST', '/keys', { body: { name: 'ci', ...changes } });
  expect(await seen(answer)).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', field] })] }]);
});

test('a revoked key is refused at once, and so are its sessions', async () => {
  await using world = await openWorld();
  const key = await world.call('createKey', { body: { name: 'ann', role: 'operator' } });
  const sessions = createPageSessions({ store: world.running.store, mode: 'serve' });
  const signedIn = await sessions.fetch(
    new Request('http://wf.test/session', {
      method: 'POST',
      body: JSON.stringify({ key }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  const cookie = signedIn?.headers.get('set-cookie')?.split(';')[0] ?? '';
  const byCookie = async () => (await world.running.send('GET', '/apps', { key: null, headers: { cookie } })).status;
  expect([(await get(world, key)).status, await byCookie()]).toEqual([200, 200]);
  expect((await revoke(world, key))[0]).toBe(200);
  expect([(await get(world, key)).status, await byCookie()]).toEqual([401, 401]);
  expect((await revoke(world, key))[0]).toBe(404);
});

test("the last operator's key cannot be revoked, nor the last two at once", async () => {
  await using world = await openWorld();
  const { operator } = world.running.keys;
  const last = [409, { detail: '"the operator" is the last operator\'s key: create another before you revoke it.' }];
  expect(await revoke(world, operator)).toEqual(last);
  const other = await world.call('createKey', { body: { name: 'other', role: 'operator' } });
  const answers = await Promise.all([revoke(world, operator, other), revoke(world, other, operator)]);
  // The later one may find itself revoked already.
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
  const rows = await world.running.store.db.selectFrom('keys').select('name').where('role', '=', 'operator').execute();
  expect(rows).toHaveLength(1);
});

test('a session of an operator does not count as another, and can be revoked', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  const { operator } = world.running.keys;
  const { id } = await db
    .selectFrom('keys')
    .select('id')
    .where('prefix', '=', operator.slice(0, 8))
    .executeTakeFirstOrThrow();
  const made = { name: 'ann', role: 'operator', expiresAt: null, now: '2026-11-20T12:00:00.000Z' } as const;
  const session = await makeKey(db, { ...made, sessionOf: id });
  expect((await revoke(world, operator))[0]).toBe(409);
  expect((await revoke(world, session))[0]).toBe(200);
});

test('an operator whose key has expired does not count as another', async () => {
  let now = new Date('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => now });
  const body = { name: 'short', role: 'operator', expires_at: '2026-11-20T13:00:00Z' } as const;
  await world.call('createKey', { body });
  now = new Date('2026-11-20T13:00:00Z');
  expect((await revoke(world, world.running.keys.operator))[0]).toBe(409);
});

test('a key may burst a minute of requests, and regains them evenly', async () => {
  let ms = Date.parse('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => new Date(ms) });
  const key = await world.call('createKey', { body: { name: 'ci', role: 'viewer', rate_limit: 3 } });
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await get(world, key)).status);
  expect(statuses).toEqual([200, 200, 200]);
  const refused = await get(world, key);
  expect([refused.headers.get('retry-after'), ...(await seen(refused))]).toEqual([
    '20',
    429,
    { detail: 'The key "ci" may make 3 requests a minute.' },
  ]);
  ms += 19_000;
  expect((await get(world, key)).headers.get('retry-after')).toBe('1');
  ms += 1000;
  expect([(await get(world, key)).status, (await get(world, key)).status]).toEqual([200, 429]);
  // Other keys are not affected, and neither are requests without a key.
  expect([(await get(world, world.running.keys.viewer)).status, (await get(world, key, '/health')).status]).toEqual([
    200, 200,
  ]);
  const hosted = await world.running.send('POST', `/services/${world.appId}/default/run`, { key, body: {} });
  expect(hosted.status).toBe(429);
});

test('concurrent requests do not exceed the limit', async () => {
  const instant = new Date('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => instant });
  const key = await world.call('createKey', { body: { name: 'ci', role: 'viewer', rate_limit: 5 } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(world, key)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
});

test('the client waits as long as requested', async () => {
  let ms = Date.parse('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => new Date(ms) });
  const key = await world.call('createKey', { body: { name: 'ci', role: 'viewer', rate_limit: 2 } });
  const waits: number[] = [];
  const timeoutMs = 99_999;
  const clock = {
    now: () => ms,
    startTimer: (forMs: number, action: () => void) => {
      if (forMs === timeoutMs) return () => {};
      waits.push(forMs);
      ms += forMs;
      queueMicrotask(action);
      return () => {};
    },
  };
  const client = createClient({
    transport: inProcessTransport((request) => world.running.service.fetch(request)),
    baseUrl: 'http://wf.test',
    credential: { key, form: 'apikey' },
    timeoutMs,
    _internal: { clock },
  });
  for (let count = 0; count < 4; count += 1) expect(await client.listApps({})).toHaveLength(1);
  // A little is added, so that callers do not all retry at the same moment.
  expect(waits.map((wait) => Math.floor(wait / 1000))).toEqual([30, 30]);
});

test('a new key works at once, and a revoked one stops working', async () => {
  await using world = await openWorld();
  const key = await world.call('createKey', { body: { name: 'ci', role: 'viewer' } });
  expect(key).toMatch(/^[0-9A-Za-z]{8}\.[0-9a-f]{64}$/);
  const profile = () => world.running.send('GET', '/profile', { key });
  expect(await seen(await profile())).toEqual([200, expect.objectContaining({ username: 'ci', role: 'viewer' })]);
  await world.call('deleteKey', { key_prefix: key.slice(0, 8) });
  expect((await profile()).status).toBe(401);
});

test("only the hash of a key's secret is stored", async () => {
  await using world = await openWorld();
  const key = await world.call('createKey', { body: { name: 'ci' } });
  const stored = await world.running.store.db.selectFrom('keys').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(key.slice(9));
  expect(JSON.stringify(await world.call('listKeys', {}))).not.toContain(stored[0]?.secret_sha256);
});

test('an expired key is refused, to the millisecond', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => new Date(now) });
  const expires_at = '2026-11-20T13:00:00Z';
  const key = await world.call('createKey', { body: { name: 'short', role: 'viewer', expires_at } });
  const status = async () => (await world.running.send('GET', '/profile', { key })).status;
  now = Date.parse(expires_at) - 1;
  expect(await status()).toBe(200);
  now += 1;
  expect(await status()).toBe(401);
});
