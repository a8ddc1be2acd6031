import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { createService } from '../../src/service/serve/create-service.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { createEchoHosting } from '../helpers/echo-hosting.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { type RouteCall, shout, startEvaluations } from '../helpers/start-evaluations.ts';
import { TEST_SECRETS } from '../helpers/start-service.ts';

const OWNER = { id: 'local', name: 'me', role: 'operator' } as const;

async function openReplica(url: string, stack: AsyncDisposableStack) {
  const store = stack.use(await openStore({ url }));
  const failures: unknown[] = [];
  const onError = (error: unknown) => failures.push(error);
  const createHosting = () => createEchoHosting([]);
  const service = stack.use(createService({ store, createHosting, secrets: TEST_SECRETS, onError }));
  const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const init: RequestInit = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    return await service.fetch(new Request(`http://wf.test${path}`, init), { principal: OWNER });
  };
  return { store, send, failures };
}

test('a database that crashes under load is used again, with every acknowledged write', async () => {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgresServer());
  const replicas = [await openReplica(server.url, stack), await openReplica(server.url, stack)];
  const [first = replicas[0]] = replicas;
  const answered: string[] = [];
  const statuses = new Set<number>();
  const over = new AbortController();
  const write = async (lane: number): Promise<void> => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const name = `app-${lane}-${index}`;
      const answer = await replicas[lane % 2]?.send('POST', '/apps', { app_name: name });
      statuses.add(answer?.status ?? 0);
      if (answer?.status === 200) answered.push(name);
    }
  };
  const lanes = [0, 1, 2, 3].map(write);
  for (let crash = 1; crash <= 3; crash += 1) {
    const before = answered.length;
    await expect.poll(() => answered.length).toBeGreaterThan(before);
    await server.crash(async () => {
      const probe = await first?.send('GET', '/health/ready');
      expect([probe?.status, (await first?.send('GET', '/health'))?.status]).toEqual([503, 200]);
    });
    await expect.poll(async () => (await first?.send('GET', '/health/ready'))?.status).toBe(200);
  }
  const last = answered.length;
  await expect.poll(() => answered.length).toBeGreaterThan(last);
  over.abort();
  await Promise.all(lanes);
  const stored = (await (await first?.send('GET', '/apps'))?.json()) as { app_name: string }[];
  const names = new Set(stored.map((app) => app.app_name));
  expect(answered.filter((name) => !names.has(name))).toEqual([]);
  // Each failure is explained as the database's.
  const failures = replicas.flatMap((replica) => replica.failures);
  expect(failures).toEqual(failures.map(() => expect.objectContaining({ code: 'WF_DATABASE' })));
  // A write in flight when the server crashed is reported as failed, never as successful.
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

test('an evaluation goes on after its database crashed, and each row has its answer', async () => {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgresServer());
  let called = 0;
  const crashes: Promise<void>[] = [];
  const answer = (call: RouteCall) => {
    called += 1;
    // The server is back before it crashes again, however many calls are made without it.
    if (CRASHES.includes(called)) crashes.push((crashes.at(-1) ?? Promise.resolve()).then(() => server.crash()));
    return shout(call);
  };
  const host = stack.use(await startEvaluations({ database: { at: server.url }, answer }));
  const rows = Array.from({ length: 120 }, (_, row) => ({ text: `t${row}`, correct_answer: `T${row}` }));
  const id = await host.start(rows);
  const path = `/evaluations/${id}`;
  // A run that failed waits 15 seconds, unless somebody asks for it.
  const readStatus = async () => {
    const evaluation = await host.read(id).catch(() => null);
    const status = evaluation?.status.value;
    if (status !== 'EVALUATION_FINISHED') await host.service.send('POST', `${path}/resume`).catch(() => null);
    return status;
  };
  await expect.poll(readStatus, { timeout: 60_000 }).toBe('EVALUATION_FINISHED');
  await Promise.all(crashes);
  const stored = (await host.readRows(id)).map(({ outputs }) => outputs[0]?.result.value);
  expect([stored, crashes.length]).toEqual([rows.map((row) => row.correct_answer), CRASHES.length]);
});

/** Calls during which the server crashes. */
const CRASHES = [20, 70];

test('a read-only database is reported, and reads continue', async () => {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgresServer());
  const made = await openReplica(server.url, stack);
  await sql`alter database postgres set default_transaction_read_only = on`.execute(made.store.db);
  const replica = await openReplica(server.url, stack);
  const refused = await replica.send('POST', '/apps', { app_name: 'support' });
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { detail: expect.stringContaining('cannot be written to: the server is read-only') },
  ]);
  expect((await replica.send('GET', '/apps')).status).toBe(200);
});
