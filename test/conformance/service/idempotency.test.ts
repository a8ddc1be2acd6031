import { expect, test } from 'vitest';
import { startService, type StartServiceOptions } from '../../helpers/start-service.ts';
import { isOnPostgres, testedDatabase } from '../../helpers/tested-database.ts';

const open = (options: StartServiceOptions = {}) => {
  const transport = isOnPostgres() ? ('two replicas' as const) : ('in process' as const);
  return startService({ ...options, transport, database: testedDatabase() });
};
const once = { 'idempotency-key': 'once' };

test('the same request with the same key is answered from the store', async () => {
  await using running = await open();
  const create = () => running.send('POST', '/apps', { body: { app_name: 'a' }, headers: once });
  const [first, second] = [await create(), await create()];
  expect([second.status, await second.json()]).toEqual([first.status, await first.json()]);
  expect(await (await running.send('GET', '/apps')).json()).toHaveLength(1);
});

test('two concurrent ones do the work once', async () => {
  await using running = await open();
  const create = () => running.send('POST', '/testsets', { body: { name: 't', csvdata: [{ a: 1 }] }, headers: once });
  const answers = await Promise.all([create(), create(), create()]);
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(bodies).size).toBe(1);
  expect(await (await running.send('GET', '/testsets')).json()).toHaveLength(1);
});

test('another request with the key answers 422', async () => {
  await using running = await open();
  await running.send('POST', '/apps', { body: { app_name: 'a' }, headers: once });
  const other = await running.send('POST', '/apps', { body: { app_name: 'b' }, headers: once });
  expect(other.status).toBe(422);
  expect(await other.json()).toMatchObject({
    detail: [{ loc: ['header', 'idempotency-key'], type: 'idempotency_key_reused' }],
  });
});

test('a failed request may be retried with its key', async () => {
  await using running = await open();
  await running.send('POST', '/apps', { body: { app_name: 'a' } });
  const create = () => running.send('POST', '/apps', { body: { app_name: 'a' }, headers: once });
  expect((await create()).status).toBe(409);
  const [app] = (await (await running.send('GET', '/apps')).json()) as { app_id: string }[];
  await running.send('DELETE', `/apps/${app?.app_id}`);
  expect((await create()).status).toBe(200);
});

test('callers do not share keys', async () => {
  await using running = await open();
  const { author, operator } = running.keys;
  await running.send('POST', '/apps', { body: { app_name: 'a' }, headers: once, key: author });
  const other = await running.send('POST', '/apps', { body: { app_name: 'b' }, headers: once, key: operator });
  expect(await other.json()).toMatchObject({ app_name: 'b' });
});

test('a key expires after a day', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  await using running = await open({ now: () => new Date(now) });
  const create = (app_name: string) => running.send('POST', '/apps', { body: { app_name }, headers: once });
  await create('a');
  now += 24 * 3_600_000 - 1;
  expect((await create('b')).status).toBe(422);
  now += 1;
  expect((await create('b')).status).toBe(200);
});

test('an empty answer is repeated empty', async () => {
  await using running = await open();
  const remove = () => running.send('DELETE', '/evaluations', { body: { evaluations_ids: [] }, headers: once });
  const [first, second] = [await remove(), await remove()];
  expect([first.status, second.status, await second.text()]).toEqual([204, 204, '']);
});

test('the secret of a new key is not stored for repeats', async () => {
  await using running = await open();
  const create = () => running.send('POST', '/keys', { body: { name: 'ci' }, headers: once });
  expect((await create()).status).toBe(200);
  expect((await create()).status).toBe(409);
  const stored = await running.store.db.selectFrom('idempotency_keys').select('body').executeTakeFirstOrThrow();
  expect(stored.body).toBeNull();
});

test.each(['', 'x'.repeat(256)])('the key %j is refused', async (key) => {
  await using running = await open();
  const headers = { 'idempotency-key': key };
  expect((await running.send('POST', '/apps', { body: { app_name: 'a' }, headers })).status).toBe(422);
});
