import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { UserError } from '../../../src/foundation/errors/wf-error.ts';
import { nameOwner } from '../../../src/service/jobs/queries/call-slots.ts';
import { createCallSlots } from '../../../src/service/jobs/workers/run-chunk.ts';
import type { Hosting } from '../../../src/service/hosting/hosting.ts';
import { createMigratedDatabase, type TestDatabase } from '../../helpers/postgres.ts';
import {
  createFunctionHosting,
  type RouteCall,
  shout,
  startEvaluations,
  type TestEvaluations,
} from '../../helpers/start-evaluations.ts';
import { startTestWorker, type TestWorker } from '../../helpers/start-test-worker.ts';

let database: TestDatabase;
let world: TestEvaluations;

beforeAll(async () => {
  database = await createMigratedDatabase(inject('postgresUrl'));
  // Runs nothing itself: the workers of each test do.
  world = await startEvaluations({ runner: { maxRunning: 0 }, database: { at: database.url } });
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const rowsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ text: `${prefix}${index}`, correct_answer: 'no' }));

/** Waits for an evaluation's end, after waking the worker that should find it. */
async function untilEnded(id: string, { runner }: TestWorker): Promise<unknown> {
  runner.wake();
  const status = async () => (await world.read(id)).status.value;
  await expect.poll(status).toMatch(/FINISHED|FAILED|CANCELLED/);
  return await status();
}

test('a row that nobody can run is abandoned, and the others run', async () => {
  await using stack = new AsyncDisposableStack();
  const good = createFunctionHosting({});
  const hosting: Hosting = {
    ...good,
    ask: async (question) => {
      if (question.body.includes('"bad7"')) throw new Error('The runner itself stumbles over this row.');
      return await good.ask(question);
    },
  };
  const worker = stack.use(await startTestWorker(database.url, { hosting }));
  const id = await world.start(rowsOf(60, 'bad'));
  expect(await untilEnded(id, worker)).toBe('EVALUATION_FINISHED_WITH_ERRORS');
  const rows = await world.readRows(id);
  const failed = rows.filter(({ outputs }) => outputs[0]?.result.type === 'error');
  expect(failed.map(({ inputs, outputs }) => [inputs[0]?.value, outputs[0]?.result.error?.message])).toEqual([
    ['bad7', 'The row was abandoned after 2 attempts. The runner itself stumbles over this row.'],
  ]);
  expect(rows.filter(({ outputs }) => outputs.length === 1)).toHaveLength(60);
});

test('what would fail each row fails the evaluation', async () => {
  await using stack = new AsyncDisposableStack();
  const refuse = () => Promise.reject(new UserError({ code: 'WF_UNSUPPORTED', message: 'No row can run here.' }));
  const worker = stack.use(
    await startTestWorker(database.url, { hosting: { ...createFunctionHosting({}), ask: refuse } }),
  );
  const id = await world.start(rowsOf(60, 'none'));
  expect(await untilEnded(id, worker)).toBe('EVALUATION_FAILED');
  expect((await world.read(id)).status.error?.message).toBe('No row can run here.');
});

test.each([1, 2])('a worker of the concurrency %i runs so many chunks at a time', async (concurrency) => {
  await using stack = new AsyncDisposableStack();
  let [inFlight, most] = [0, 0];
  const isFull = Promise.withResolvers<void>();
  const answer = async (call: RouteCall): Promise<Response> => {
    most = Math.max(most, (inFlight += 1));
    if (inFlight === concurrency) isFull.resolve();
    await isFull.promise;
    inFlight -= 1;
    return shout(call);
  };
  // One call at a time of each evaluation.
  const rate_limit = { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const ids = [];
  for (const name of ['one', 'two', 'three'])
    ids.push(await world.start(rowsOf(20, `${name}${concurrency}`), { rate_limit }));
  const hosting = createFunctionHosting({ answer });
  const worker = stack.use(await startTestWorker(database.url, { hosting, concurrency }));
  for (const id of ids) expect(await untilEnded(id, worker)).toBe('EVALUATION_FINISHED');
  expect(most).toBe(concurrency);
});

test('a stopping worker returns its chunks, and another continues', async () => {
  await using stack = new AsyncDisposableStack();
  const asked = Promise.withResolvers<void>();
  const never = new Promise<Response>(() => undefined);
  const stuck = createFunctionHosting({
    answer: () => {
      asked.resolve();
      return never;
    },
  });
  const first = await startTestWorker(database.url, { hosting: stuck });
  const id = await world.start(rowsOf(30, 'left'));
  first.runner.wake();
  await asked.promise;
  await first[Symbol.asyncDispose]();
  expect(first.chunks.every(({ end }) => end === 'left')).toBe(true);
  const second = stack.use(await startTestWorker(database.url, { hosting: createFunctionHosting({}) }));
  expect(await untilEnded(id, second)).toBe('EVALUATION_FINISHED');
});

test('a stopping worker finishes its chunks in the time that it is given', async () => {
  await using stack = new AsyncDisposableStack();
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answer = async (call: RouteCall): Promise<Response> => {
    asked.resolve();
    await answered.promise;
    return shout(call);
  };
  const worker = await startTestWorker(database.url, { hosting: createFunctionHosting({ answer }), graceMs: 600_000 });
  const id = await world.start(rowsOf(30, 'last'));
  worker.runner.wake();
  await asked.promise;
  const stopped = worker[Symbol.asyncDispose]();
  answered.resolve();
  await stopped;
  expect(new Set(worker.chunks.map(({ end }) => end))).toEqual(new Set(['done']));
  const other = stack.use(await startTestWorker(database.url, { hosting: createFunctionHosting({}) }));
  expect(await untilEnded(id, other)).toBe('EVALUATION_FINISHED');
});

const ownerOf = (evaluationId: string, jobId: string, attempt: number) => nameOwner({ evaluationId, jobId, attempt });

test('calls that a killed worker had in flight have an unknown cost', async () => {
  const id = await world.start(rowsOf(60, 'lost'));
  const slots = createCallSlots(world.service.store.db, () => new Date());
  await slots.take({ evaluationId: id, owner: ownerOf(id, 'job', 0), total: 4, most: 3 });
  await slots.dropLost([ownerOf(id, 'job', 0), ownerOf(id, 'job', 1)]);
  await slots.dropLost([ownerOf(id, 'job', 0)]);
  expect(await world.json(`/evaluations/${id}/events`)).toMatchObject({ unpriced: 3, cost: null });
});

test('calls that expire before their chunk is tried again are noted at the evaluation that made them', async () => {
  const [oldest, other] = [await world.start(rowsOf(60, 'oldest')), await world.start(rowsOf(60, 'other'))];
  let now = Date.now();
  const slots = createCallSlots(world.service.store.db, () => new Date(now));
  // With a cost limit, the evaluations of a run share the calls of the oldest.
  const wanted = { evaluationId: oldest, total: 4, most: 3 };
  await slots.take({ ...wanted, owner: ownerOf(other, 'job', 0) });
  expect(await slots.take({ ...wanted, most: 4, owner: ownerOf(oldest, 'waiting', 0) })).toBe(1);
  await slots.drop(ownerOf(oldest, 'waiting', 0));
  now += 20_000;
  expect(await slots.take({ ...wanted, most: 4, owner: ownerOf(oldest, 'waiting', 0) })).toBe(4);
  await slots.dropLost([ownerOf(other, 'job', 0)]);
  expect(await world.json(`/evaluations/${oldest}/events`)).toMatchObject({ unpriced: 0 });
  expect(await world.json(`/evaluations/${other}/events`)).toMatchObject({ unpriced: 3, cost: null });
});

test('calls that a killed worker of a limited run had in flight are noted at the evaluation that made them', async () => {
  const [oldest, other] = [await world.start(rowsOf(60, 'first')), await world.start(rowsOf(60, 'second'))];
  const slots = createCallSlots(world.service.store.db, () => new Date());
  await slots.take({ evaluationId: oldest, owner: ownerOf(other, 'job', 0), total: 4, most: 3 });
  await slots.dropLost([ownerOf(other, 'job', 0)]);
  expect(await world.json(`/evaluations/${oldest}/events`)).toMatchObject({ unpriced: 0 });
  expect(await world.json(`/evaluations/${other}/events`)).toMatchObject({ unpriced: 3, cost: null });
});
