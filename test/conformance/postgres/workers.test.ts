import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compareEvaluations } from '../../../src/evaluation/compare/compare-evaluations.ts';
import { listOpenChunks } from '../../../src/service/jobs/queries/workers.ts';
import { streamOf } from '../../helpers/evaluation-records.ts';
import { createMigratedDatabase, type TestDatabase } from '../../helpers/postgres.ts';
import { resultsOf } from '../../helpers/results-of.ts';
import { startTestWorker, type TestWorker } from '../../helpers/start-test-worker.ts';
import {
  answerWith,
  createFunctionHosting,
  type RouteCall,
  shout,
  startEvaluations,
  type TestEvaluations,
} from '../../helpers/start-evaluations.ts';

/** One database for all tests: each evaluates rows of its own, and its workers leave before it ends. */
let database: TestDatabase;
let world: TestEvaluations;

beforeAll(async () => {
  database = await createMigratedDatabase(inject('postgresUrl'));
  // Runs nothing itself, like a replica whose runner has not polled yet.
  world = await startEvaluations({ runner: { maxRunning: 0 }, database: { at: database.url } });
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const rowsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    text: `${prefix}${index}`,
    correct_answer: index % 3 === 0 ? 'no' : `${prefix}${index}`.toUpperCase(),
  }));

/** Waits for an evaluation's end, after waking the workers that should find it. */
async function untilEnded(id: string, ...workers: readonly TestWorker[]): Promise<unknown> {
  for (const { runner } of workers) runner.wake();
  const status = async () => (await world.read(id)).status.value;
  await expect.poll(status).toMatch(/FINISHED|FAILED|CANCELLED/);
  return await status();
}

test('two workers give the same results as one process, with one call per row', async () => {
  await using stack = new AsyncDisposableStack();
  const undisturbed = stack.use(await startEvaluations());
  const expected = await undisturbed.run(rowsOf(400, 'same'));
  const calls: RouteCall[] = [];
  const hosting = createFunctionHosting({}, calls);
  const workers = [
    stack.use(await startTestWorker(database.url, { hosting })),
    stack.use(await startTestWorker(database.url, { hosting })),
  ];
  const id = await world.start(rowsOf(400, 'same'));
  expect(await untilEnded(id, ...workers)).toBe('EVALUATION_FINISHED');
  expect(await resultsOf(world, id)).toEqual(await resultsOf(undisturbed, expected.id));
  expect(calls).toHaveLength(400);
  expect(new Set(calls.map(({ body }) => body['text']))).toEqual(new Set(rowsOf(400, 'same').map(({ text }) => text)));
  // Which of them ran how many is chance.
  expect(workers.flatMap(({ chunks }) => chunks).length).toBeGreaterThan(1);
  expect(workers.flatMap(({ problems }) => problems)).toEqual([]);
});

test('latencies of evaluations that workers run are not interleaved, so they have no verdict', async () => {
  await using stack = new AsyncDisposableStack();
  // One worker has both at the same time, which is when their calls could seem to be.
  const worker = stack.use(await startTestWorker(database.url, { hosting: createFunctionHosting({}) }));
  const ids = [
    await world.start(rowsOf(40, 'twice'), { options: { fresh: true } }),
    await world.start(rowsOf(40, 'twice'), { options: { fresh: true } }),
  ];
  for (const id of ids) expect(await untilEnded(id, worker)).toBe('EVALUATION_FINISHED');
  const [baseline, ...candidates] = await Promise.all(
    ids.map(async (id) => {
      const [evaluation, rows] = [await world.read(id), await world.readRows(id)];
      return { evaluation, rows: () => streamOf(rows) };
    }),
  );
  if (baseline === undefined) throw new Error('Two were started.');
  const compared = await compareEvaluations({ baseline, candidates });
  const latency = compared.candidates[0]?.metrics.find(({ metric }) => metric === 'latency');
  expect(latency).toMatchObject({ verdict: 'not interleaved', p_value: null, p_adjusted: null, gate_interval: null });
  expect(latency?.calls).toEqual({ warm_up: 0, shared: 0, interleaved: 0, apart: 40 });
});

test("workers together respect the evaluation's concurrency", async () => {
  await using stack = new AsyncDisposableStack();
  let [inFlight, most] = [0, 0];
  const areAllCalled = Promise.withResolvers<void>();
  const answer = async (call: RouteCall): Promise<Response> => {
    most = Math.max(most, (inFlight += 1));
    if (inFlight === 5) areAllCalled.resolve();
    await areAllCalled.promise;
    await setImmediate();
    inFlight -= 1;
    return shout(call);
  };
  const hosting = createFunctionHosting({ answer });
  const first = stack.use(await startTestWorker(database.url, { hosting, concurrency: 3 }));
  stack.use(await startTestWorker(database.url, { hosting, concurrency: 3 }));
  const rate_limit = { batch_size: 5, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const id = await world.start(rowsOf(200, 'few'), { rate_limit });
  expect(await untilEnded(id, first)).toBe('EVALUATION_FINISHED');
  expect(most).toBe(5);
});

test('workers drop a cancelled evaluation, and continue it when it is resumed', async () => {
  await using stack = new AsyncDisposableStack();
  const calls: RouteCall[] = [];
  const open = Promise.withResolvers<void>();
  const answer = async (call: RouteCall): Promise<Response> => {
    if (calls.length > 20) await open.promise;
    return shout(call);
  };
  const hosting = createFunctionHosting({ answer }, calls);
  const worker = stack.use(await startTestWorker(database.url, { hosting }));
  const id = await world.start(rowsOf(200, 'cancelled'));
  worker.runner.wake();
  await expect.poll(() => calls.length).toBeGreaterThan(20);
  await world.service.send('POST', `/evaluations/${id}/cancel`);
  // Their calls are abandoned, though nobody answers them.
  const slots = async () => {
    const { db } = world.service.store;
    return (await db.selectFrom('evaluation_slots').selectAll().execute()).length;
  };
  await expect.poll(slots).toBe(0);
  open.resolve();
  expect((await world.read(id)).status.value).toBe('EVALUATION_CANCELLED');
  const resumed = await world.service.send('POST', `/evaluations/${id}/resume`, { body: {} });
  expect(resumed.status).toBe(200);
  expect(await untilEnded(id, worker)).toBe('EVALUATION_FINISHED');
});

test('a replica runs evaluations itself until the first worker is up', async () => {
  await using stack = new AsyncDisposableStack();
  const told: boolean[] = [];
  const onStandIn = (isAlone: boolean) => told.push(isAlone);
  const hosting = createFunctionHosting({});
  const replica = stack.use(await startTestWorker(database.url, { hosting, kind: 'replica', onStandIn }));
  const first = await world.start(rowsOf(50, 'alone'));
  expect(await untilEnded(first, replica)).toBe('EVALUATION_FINISHED');
  const worker = stack.use(await startTestWorker(database.url, { hosting }));
  await expect.poll(() => told).toEqual([true, false]);
  const before = replica.chunks.length;
  const second = await world.start(rowsOf(50, 'together'));
  expect(await untilEnded(second, replica, worker)).toBe('EVALUATION_FINISHED');
  expect([before > 0, replica.chunks.length - before, worker.chunks.length > 0]).toEqual([true, 0, true]);
});

test('a small evaluation does not wait for a large one', async () => {
  await using stack = new AsyncDisposableStack();
  const calls: RouteCall[] = [];
  const isQueued = Promise.withResolvers<void>();
  // The first chunk of the large one is held until the small one is queued.
  const answer = async (call: RouteCall): Promise<Response> => {
    if (calls.length > 5) await isQueued.promise;
    return shout(call);
  };
  const hosting = createFunctionHosting({ answer }, calls);
  const large = await world.start(rowsOf(600, 'large'));
  const worker = stack.use(await startTestWorker(database.url, { hosting, concurrency: 1 }));
  await expect.poll(() => calls.length).toBeGreaterThan(5);
  const small = await world.start(rowsOf(20, 'small'));
  worker.runner.wake();
  await expect.poll(async () => await listOpenChunks(world.service.store.db, small)).not.toEqual([]);
  isQueued.resolve();
  expect(await untilEnded(small, worker)).toBe('EVALUATION_FINISHED');
  expect(await untilEnded(large, worker)).toBe('EVALUATION_FINISHED');
  const isSmall = calls.map(({ body }) => String(body['text']).startsWith('small'));
  expect(isSmall.slice(0, isSmall.lastIndexOf(true)).filter((each) => !each).length).toBeLessThan(300);
});

test('a cost limit holds across all workers', async () => {
  await using stack = new AsyncDisposableStack();
  const calls: RouteCall[] = [];
  const hosting = createFunctionHosting({ answer: () => answerWith('x', { total: 0.01 }) }, calls);
  const worker = stack.use(await startTestWorker(database.url, { hosting, concurrency: 2 }));
  stack.use(await startTestWorker(database.url, { hosting, concurrency: 2 }));
  const id = await world.start(rowsOf(300, 'paid'), { options: { max_cost: 0.5 } });
  expect(await untilEnded(id, worker)).toBe('EVALUATION_CANCELLED');
  expect((await world.read(id)).status.error?.message).toContain('It stopped at its cost limit of $0.5');
  expect(calls).toHaveLength(50);
});

/** Waits until this many workers have read, and honoured, what targets refused before. */
async function untilHonoured(workers: number): Promise<void> {
  const { store } = world.service;
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())
      and relation = 'target_refusals'::regclass`.execute(store.db);
    return rows.length;
  };
  // Each worker reads once at a time: who waits for the second lock has honoured what it read after the first.
  for (const _ of [1, 2]) {
    await store.transaction(async (db) => {
      await sql`lock table target_refusals in access exclusive mode`.execute(db);
      await expect.poll(waiting).toBe(workers);
    });
  }
}

test("a target's Retry-After to one worker is honoured by the other", async () => {
  await using stack = new AsyncDisposableStack();
  const calls: number[] = [];
  const [areBothCalled, isHonoured] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const callOf = (who: number) => async (call: RouteCall) => {
    calls.push(who);
    if (new Set(calls).size === 2) areBothCalled.resolve();
    await areBothCalled.promise;
    if (who === 0)
      return new Response('{"detail":"too many calls"}', { status: 429, headers: { 'retry-after': '3600' } });
    await isHonoured.promise;
    return shout(call);
  };
  // A stopped clock: both workers seem alive, so each takes one of the two calls, however long they wait.
  const started = new Date();
  const workerOf = async (who: number) => {
    const hosting = createFunctionHosting({ answer: callOf(who) });
    return stack.use(await startTestWorker(database.url, { hosting, concurrency: 1, now: () => started }));
  };
  const workers = [await workerOf(0), await workerOf(1)];
  const rate_limit = { batch_size: 2, max_retries: 3, retry_delay: 0, delay_between_batches: 0 };
  const id = await world.start(rowsOf(500, 'retried'), { rate_limit });
  for (const { runner } of workers) runner.wake();
  const { db } = world.service.store;
  const pauses = async () => (await db.selectFrom('target_refusals').select('closed_until').execute()).length;
  await expect.poll(pauses).toBe(1);
  await untilHonoured(workers.length);
  isHonoured.resolve();
  const answered = async () => (await world.readRows(id)).filter(({ outputs }) => outputs.length > 0).length;
  await expect.poll(answered).toBe(1);
  await world.service.send('POST', `/evaluations/${id}/cancel`);
  expect(calls.toSorted((one, other) => one - other)).toEqual([0, 1]);
});
