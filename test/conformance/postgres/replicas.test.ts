import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import { createService } from '../../../src/service/serve/create-service.ts';
import { createPageSessions } from '../../../src/service/serve/page-sessions.ts';
import { createDatabaseClock } from '../../../src/service/store/database-clock.ts';
import { KNOWN_SCHEMA } from '../../../src/service/store/migrate.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { bundlePrograms } from '../../helpers/bundle-programs.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import { createDatabase, createMigratedDatabase } from '../../helpers/postgres.ts';
import { createWorld } from '../../helpers/service-world.ts';
import { startService, TEST_SECRETS } from '../../helpers/start-service.ts';

const OWNER = { id: 'local', name: 'me', role: 'operator' } as const;

/** Two services over one database, in one process. */
async function openReplicas(stack: AsyncDisposableStack) {
  const { url } = stack.use(await createMigratedDatabase(inject('postgresUrl')));
  const open = async () => {
    const store = stack.use(await openStore({ url }));
    const service = stack.use(
      createService({ store, createHosting: () => createEchoHosting([]), secrets: TEST_SECRETS }),
    );
    const get = async (path: string, headers: Record<string, string> = {}) =>
      await service.fetch(new Request(`http://wf.test${path}`, { headers }), { principal: OWNER });
    return { store, service, get };
  };
  return { url, first: await open(), second: await open() };
}

async function makeApp({ db }: Store): Promise<string> {
  const { id } = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
  const now = new Date().toISOString();
  const app = { id: 'app', project_id: id, name: 'support', app_type: null, created_at: now, updated_at: now };
  await db.insertInto('apps').values(app).execute();
  return app.id;
}

const line = (text: string) => ({ at: new Date().toISOString(), stream: 'stdout' as const, text });

test('four concurrent first starts create one schema', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createDatabase(inject('postgresUrl')));
  const programs = stack.use(await bundlePrograms(['faults/programs/open-store.ts']));
  const children = [1, 2, 3, 4].map(() => fork(programs.pathOf('open-store'), [url], { execArgv: [] }));
  const answers = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0] as unknown));
  expect(answers).toEqual(['opened', 'opened', 'opened', 'opened']);
  const store = stack.use(await openStore({ url }));
  expect(await store.db.selectFrom('projects').select('name').execute()).toEqual([{ name: 'default' }]);
  expect(await store.db.selectFrom('wf_migrations').selectAll().execute()).toHaveLength(KNOWN_SCHEMA);
});

test('a replica is ready until it drains, and answers meanwhile', async () => {
  await using stack = new AsyncDisposableStack();
  const { first, second } = await openReplicas(stack);
  const ready = await first.get('/health/ready');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', schema: { applied: KNOWN_SCHEMA, known: KNOWN_SCHEMA } },
  ]);
  first.service.drain();
  const draining = await first.get('/health/ready');
  expect([draining.status, await draining.json()]).toEqual([503, { detail: expect.stringContaining('draining') }]);
  expect((await first.get('/health')).status).toBe(200);
  expect((await first.get('/apps')).status).toBe(200);
  expect((await second.get('/health/ready')).status).toBe(200);
});

test('a replica is not ready on an older schema, but is on a newer one', async () => {
  await using stack = new AsyncDisposableStack();
  const { first } = await openReplicas(stack);
  const newer = { number: KNOWN_SCHEMA + 1, name: 'newer', applied_at: new Date().toISOString() };
  await first.store.db.insertInto('wf_migrations').values(newer).execute();
  expect((await first.get('/health/ready')).status).toBe(200);
  await first.store.db.deleteFrom('wf_migrations').where('number', '>=', KNOWN_SCHEMA).execute();
  const behind = await first.get('/health/ready');
  expect([behind.status, await behind.json()]).toEqual([503, { detail: expect.stringContaining(`${KNOWN_SCHEMA}`) }]);
});

test('a replica whose database does not answer is not ready', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, first } = await openReplicas(stack);
  const other = stack.use(await openStore({ url }));
  await other.transaction(async (db) => {
    await sql`lock table wf_migrations in access exclusive mode`.execute(db);
    const silent = await first.get('/health/ready');
    expect([silent.status, await silent.json()]).toEqual([503, { detail: 'The database does not answer.' }]);
  });
  expect((await first.get('/health/ready')).status).toBe(200);
});

test("followers of logs at one replica see another's lines until it drains", async () => {
  await using stack = new AsyncDisposableStack();
  const { first, second } = await openReplicas(stack);
  const appId = await makeApp(first.store);
  const stream = await first.get(`/apps/${appId}/logs`, { accept: 'text/event-stream' });
  await appendLogs(second.store.db, appId, [line('from the second')]);
  let text = '';
  // The stream is bytes of UTF-8.
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('from the second')) first.service.drain();
  }
  expect(text).toContain('from the second');
});

/** Reads a stream of events until it contains a text. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, word: string): Promise<string> {
  let text = '';
  while (!text.includes(word)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream ended after ${text}`);
    text += new TextDecoder().decode(value);
  }
  return text;
}

const LISTENERS = sql<{ pid: number }>`
  select pid from pg_stat_activity where application_name = 'wf listen' and datname = current_database()
    and query like 'listen%'`;

async function untilListening({ db }: Store, exceptPid = 0): Promise<number> {
  for (;;) {
    const found = (await LISTENERS.execute(db)).rows.find(({ pid }) => pid !== exceptPid);
    if (found !== undefined) return found.pid;
  }
}

test('a stream continues when the connection for announcements is cut', async () => {
  await using stack = new AsyncDisposableStack();
  const { first, second } = await openReplicas(stack);
  const appId = await makeApp(first.store);
  const stream = await first.get(`/apps/${appId}/logs`, { accept: 'text/event-stream' });
  const reader = stream.body?.getReader();
  if (reader === undefined) throw new Error('A stream of events has a body');
  await readUntil(reader, 'following');
  const write = async (text: string) => await appendLogs(second.store.db, appId, [line(text)]);
  const reading = readUntil(reader, 'before');
  const pid = await untilListening(second.store);
  await write('before');
  await reading;
  await sql`select pg_terminate_backend(${pid})`.execute(second.store.db);
  await write('while it is cut');
  await readUntil(reader, 'while it is cut');
  const waiting = readUntil(reader, 'after');
  await untilListening(second.store, pid);
  await write('after');
  await waiting;
  await reader.cancel();
  // Nobody follows any more: the connection is closed.
  while ((await LISTENERS.execute(second.store.db)).rows.length > 0);
});

test('progress of an evaluation is streamed at one replica when another stores it', async () => {
  await using running = await startService({ database: { adminUrl: inject('postgresUrl') } });
  const world = await createWorld(running);
  const id = await world.makeEvaluation();
  const { db } = running.store;
  const stream = await running.send('GET', `/evaluations/${id}/events`, { headers: { accept: 'text/event-stream' } });
  const reader = stream.body?.getReader();
  if (reader === undefined) throw new Error('A stream of events has a body');
  await readUntil(reader, '"done":0');
  const reading = readUntil(reader, '"done":1');
  await untilListening(running.store);
  const scenario = await db.selectFrom('evaluation_scenarios').select('id').limit(1).executeTakeFirstOrThrow();
  const outcome = { evaluation_id: id, outputs: '[]', results: '[]', cost: null, latency: null };
  await db
    .insertInto('evaluation_outcomes')
    .values({ ...outcome, scenario_id: scenario.id, is_called: 1, is_error: 0, judge_calls: 0, judge_cost: null })
    .execute();
  await reading;
  const ending = readUntil(reader, 'EVALUATION_CANCELLED');
  const ended = { status: '{"type":"status","value":"EVALUATION_CANCELLED"}', status_value: 'EVALUATION_CANCELLED' };
  await db.updateTable('evaluations').set(ended).execute();
  await ending;
  expect((await reader.read()).done).toBe(true);
});

test('a code from one replica signs in at another, once', async () => {
  await using stack = new AsyncDisposableStack();
  const { first, second } = await openReplicas(stack);
  const code = await createPageSessions({ store: first.store, mode: 'serve' }).issueCode();
  const there = createPageSessions({ store: second.store, mode: 'serve' });
  const signIn = () =>
    there.fetch(new Request('http://wf.test/session', { method: 'POST', body: JSON.stringify({ code }) }));
  const answers = await Promise.all([signIn(), signIn()]);
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200, 403]));
});

test('replicas use the time of the database, whatever their own clocks', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, first } = await openReplicas(stack);
  const time = new Date('2026-01-01T12:00:00.500Z');
  // Found before PostgreSQL's own by the connections that open after this.
  await sql
    .raw(`create function public.clock_timestamp() returns timestamptz immutable
    return timestamptz '${time.toISOString()}'`)
    .execute(first.store.db);
  await sql
    .raw(`do $$ begin execute format('alter database %I set search_path to public, pg_catalog',
    current_database()); end $$`)
    .execute(first.store.db);
  const store = stack.use(await openStore({ url }));
  const now = vi.spyOn(Date, 'now').mockReturnValue(time.getTime() - 600_000);
  stack.defer(() => now.mockRestore());
  using clock = await createDatabaseClock(store);
  expect([clock.now(), clock.offsetMs()]).toEqual([time, 600_000]);
});

test('statements and locks have time limits', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createMigratedDatabase(inject('postgresUrl')));
  // No other statement takes nearly so long.
  const store = stack.use(await openStore({ url: `${url}?statement_timeout=3000&lock_timeout=2000&pool_max=3` }));
  const slow = sql`select pg_sleep(600)`.execute(store.db).catch((error: unknown) => store.explain(error));
  const locked = store.transaction(async (db) => {
    await sql`lock table projects in access exclusive mode`.execute(db);
    return await store.db.selectFrom('projects').selectAll().execute();
  });
  expect(await locked.catch((error: unknown) => store.explain(error))).toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringContaining('lock_timeout'),
  });
  expect(await slow).toMatchObject({ code: 'WF_DATABASE', message: expect.stringContaining('statement_timeout') });
  expect(store.readPool()).toMatchObject({ limit: 3 });
  expect(await store.db.selectFrom('projects').select('name').execute()).toEqual([{ name: 'default' }]);
});

test('a key created at one replica works at the other through a load balancer', async () => {
  await using running = await startService({
    database: { adminUrl: inject('postgresUrl') },
    transport: 'two replicas',
  });
  const made = await running.send('POST', '/keys', { body: { name: 'ci' } });
  const key = (await made.json()) as string;
  const answers = await Promise.all([1, 2, 3, 4].map(() => running.send('GET', '/profile', { key })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
