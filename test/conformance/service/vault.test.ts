import { expect, test } from 'vitest';
import { NO_TOOLS } from '../../../src/evaluation/judges/evaluator-tools.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';
import { startModelServer } from '../../helpers/start-model-server.ts';

const SECRETS = '/vault/v1/secrets';

const secretOf = (key: string, provider = 'openai') => ({
  header: { name: 'ours', description: 'For judges' },
  secret: { kind: 'provider_key', data: { provider, key } },
});

test('a key is stored, read, replaced and deleted', async () => {
  await using world = await openWorld();
  const { running } = world;
  const made = await seen(await running.send('POST', SECRETS, { body: secretOf('sk-one') }));
  const [, created] = made as [number, { id: string }];
  expect(made).toEqual([200, { ...secretOf('sk-one'), id: created.id, lifecycle: expect.anything() }]);
  const path = `${SECRETS}/${created.id}`;
  expect(await seen(await running.send('GET', path))).toEqual(made);
  const header = { name: 'theirs', description: null };
  const renamed = { ...secretOf('sk-one'), id: created.id, header, lifecycle: expect.anything() };
  expect(await seen(await running.send('PUT', path, { body: { header } }))).toEqual([200, renamed]);
  const { secret } = secretOf('sk-two', 'gemini');
  expect(await seen(await running.send('PUT', path, { body: { secret } }))).toEqual([200, { ...renamed, secret }]);
  expect(await seen(await running.send('GET', SECRETS))).toEqual([200, [{ ...renamed, secret }]]);
  expect(await seen(await running.send('DELETE', path))).toEqual([200, null]);
  expect((await running.send('GET', path)).status).toBe(404);
});

test('only operators of all apps read it', async () => {
  await using world = await openWorld();
  const { running, call, appId } = world;
  await running.send('POST', SECRETS, { body: secretOf('sk-one') });
  const ofApp = await call('createKey', { body: { name: 'of the app', role: 'operator', app_ids: [appId] } });
  for (const key of [running.keys.viewer, running.keys.author, ofApp]) {
    const [status, body] = await seen(await running.send('GET', SECRETS, { key }));
    expect([status, JSON.stringify(body).includes('sk-one')]).toEqual([403, false]);
  }
});

test('a key is sealed in the database, and the audit log does not have it', async () => {
  await using world = await openWorld();
  await world.running.send('POST', SECRETS, { body: secretOf('sk-one'), headers: { 'idempotency-key': 'once' } });
  const { db } = world.running.store;
  const tables = ['secrets', 'audit_log', 'idempotency_keys'] as const;
  const rows = await Promise.all(tables.map(async (table) => await db.selectFrom(table).selectAll().execute()));
  expect(JSON.stringify(rows)).not.toContain('sk-one');
  expect(rows[1]?.at(-1)).toMatchObject({ kind: 'secret', name: 'ours', summary: 'created' });
  const again = await world.running.send('POST', SECRETS, {
    body: secretOf('sk-one'),
    headers: { 'idempotency-key': 'once' },
  });
  expect(again.status).toBe(409);
});

test('an unknown provider is refused', async () => {
  await using world = await openWorld();
  const [status, body] = await seen(await world.running.send('POST', SECRETS, { body: secretOf('x', 'nope') }));
  expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'secret', 'data', 'provider'] }] }]);
});

test('evaluators use its newest key, unless the request brings one or another address', async () => {
  await using own = await startModelServer([{ content: '7' }]);
  await using other = await startModelServer([{ content: '7' }]);
  const environment = async () => ({ OPENAI_BASE_URL: own.baseUrl, OPENAI_API_KEY: 'sk-environment' });
  await using world = await openWorld({ tools: { ...NO_TOOLS, environment } });
  await world.running.send('POST', SECRETS, { body: secretOf('sk-old') });
  await world.running.send('POST', SECRETS, { body: secretOf('sk-new') });
  await world.running.send('POST', SECRETS, { body: secretOf('AI-key', 'gemini') });
  await judge(world, {});
  await judge(world, { OPENAI_API_KEY: 'sk-mine' });
  await judge(world, { OPENAI_BASE_URL: other.baseUrl });
  expect(own.requests.map(({ authorization }) => authorization)).toEqual(['Bearer sk-new', 'Bearer sk-mine']);
  expect(other.requests.map(({ authorization }) => authorization)).toEqual(['Bearer none']);
});

test("calls with the service's own key are counted for each API key, and limited by day", async () => {
  await using models = await startModelServer([{ content: '7' }]);
  await using other = await startModelServer([{ content: '7' }]);
  let now = Date.parse('2026-11-23T23:59:00Z');
  const environment = async () => ({ OPENAI_BASE_URL: models.baseUrl, OPENAI_API_KEY: 'sk-ours' });
  await using world = await openWorld({ tools: { ...NO_TOOLS, environment }, now: () => new Date(now) });
  const { running, call } = world;
  const team = await call('createKey', { body: { name: 'team', role: 'author', model_call_limit: 2 } });
  const at = async (credentials: Readonly<Record<string, string>> = {}) =>
    (await ask(running, team, credentials)).status;
  expect(await Promise.all([at(), at(), at()])).toEqual(expect.arrayContaining([200, 200, 422]));
  const refused = await ask(running, team);
  const message =
    'The key \\"team\\" may make 2 model calls a day with the service\'s own provider key. Send your own, or wait until 00:00 UTC.';
  expect(JSON.stringify(await refused.json())).toContain(message);
  expect(models.requests).toHaveLength(2);
  // What the caller pays for is neither counted nor refused.
  expect([await at({ OPENAI_API_KEY: 'sk-mine' }), await at({ OPENAI_BASE_URL: other.baseUrl })]).toEqual([200, 200]);
  await judge(world, {});
  now += 60_000;
  expect(await at()).toBe(200);
  const counts = (await call('listKeys', {})).map((key) => [key.name, key.model_calls_today, key.model_calls]);
  expect(counts).toEqual([
    ['the viewer', 0, 0],
    ['the auditor', 0, 0],
    ['the author', 0, 0],
    ['the operator', 0, 1],
    ['team', 1, 3],
  ]);
  await call('deleteKey', { key_prefix: team.slice(0, 8) });
  const left = await running.store.db.selectFrom('key_model_calls').select('calls').execute();
  expect(left.map(({ calls }) => calls)).toEqual([1]);
});

async function judge({ running }: World, credentials: Readonly<Record<string, string>>): Promise<void> {
  const answer = await ask(running, running.keys.operator, credentials);
  expect([answer.status, await answer.json()]).toMatchObject([200, { outputs: { score: 7 } }]);
}

async function ask(
  running: World['running'],
  key: string,
  credentials: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const inputs = { prediction: 'hello', ground_truth: 'hello' };
  const settings = { correct_answer_key: 'correct_answer' };
  const body = { inputs, settings, credentials };
  return await running.send('POST', '/evaluators/auto_ai_critique/run', { body, key });
}

test('a secret without a name is called after its provider, and has who changed it last', async () => {
  let now = new Date('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => now });
  const { running, call } = world;
  const { secret } = secretOf('sk-one');
  const read = async (method: string, path: string, body?: object, key = running.keys.operator) =>
    (await seen(await running.send(method, path, { key, ...(body === undefined ? {} : { body }) })))[1];
  const { id } = (await read('POST', SECRETS, { header: {}, secret })) as { id: string };
  const summary = async () => {
    const [entry] = await call('listAuditEntries', { tail: 1 });
    return [entry?.name, entry?.summary];
  };
  expect(await summary()).toEqual(['openai', 'created']);
  const ben = await call('createKey', { body: { name: 'ben', role: 'operator' } });
  now = new Date('2026-11-20T13:00:00Z');
  const path = `${SECRETS}/${id}`;
  expect(await read('PUT', path, { header: { name: 'judges' } }, ben)).toMatchObject({
    header: { name: 'judges', description: null },
    lifecycle: {
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T13:00:00.000Z',
      updated_by: 'ben',
    },
  });
  expect(await summary()).toEqual(['judges', 'renamed']);
  await read('PUT', path, { secret: secretOf('sk-two').secret });
  expect(await summary()).toEqual(['judges', 'value replaced']);
  await read('DELETE', path);
  expect(await summary()).toEqual(['judges', 'deleted']);
});
