import { testedDatabase } from '../../helpers/tested-database.ts';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import type { WantedCells } from '../../../src/evaluation/engine/look-up-cells.ts';
import { createEvaluationRunner } from '../../../src/service/jobs/runner/create-evaluation-runner.ts';
import { shout, startEvaluations, type StartEvaluationsOptions } from '../../helpers/start-evaluations.ts';

const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    text: `t${from + index}`,
    correct_answer: `T${from + index}`,
  }));

const want = (keys: readonly string[], more: Partial<WantedCells> = {}): WantedCells => ({
  keys,
  inHand: [],
  judges: [],
  ...more,
});

const DEAD_PID = 2 ** 30;
const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();

const start = (options: StartEvaluationsOptions = {}) => startEvaluations({ ...options, database: testedDatabase() });

test('that one run finds missing are elsewhere for others until it ends', async () => {
  await using host = await start({ runner: { maxRunning: 0 } });
  const { jobs } = host.backend;
  await using second = jobs.openCells('code');
  await using otherCode = jobs.openCells('other code');
  {
    await using first = jobs.openCells('code');
    expect((await first.find(want(['a', 'b']))).elsewhere).toEqual(new Set());
    expect((await second.find(want(['b', 'c']))).elsewhere).toEqual(new Set(['b']));
    expect((await otherCode.find(want(['b']))).elsewhere).toEqual(new Set());
    // Its next page replaces the previous one, except for what is still in hand.
    expect((await first.find(want(['c', 'd'], { inHand: ['a'] }))).elsewhere).toEqual(new Set(['c']));
    expect((await second.find(want(['a', 'b', 'd']))).elsewhere).toEqual(new Set(['a', 'd']));
  }
  expect((await second.find(want(['a', 'b', 'd']))).elsewhere).toEqual(new Set());
});

test('that are stored belong to all, except while one run judges them', async () => {
  await using host = await start({ runner: { maxRunning: 0 } });
  const { jobs } = host.backend;
  const id = await host.start(rowsOf(0, 1));
  const cell = { hash: 'a', output: { type: 'text', value: 'A' }, cost: null, latency: 1 } as const;
  await using judging = jobs.openCells('code');
  await judging.find(want(['a'], { judges: ['judge'] }));
  await jobs.saveScenarios(id, [], { cells: [cell], scores: [] });
  await using other = jobs.openCells('code');
  const stored = new Map([['a', { error: null, output: 'A', cost: null, latency: 1 }]]);
  expect(await other.find(want(['a']))).toEqual({ stored, elsewhere: new Set(), looked: 1 });
  expect(await other.find(want(['a'], { judges: ['judge'] }))).toEqual({
    stored: new Map(),
    elsewhere: new Set(['a']),
    looked: 1,
  });
  expect(await other.find(want(['a'], { judges: ['another'] }))).toEqual({
    stored,
    elsewhere: new Set(),
    looked: 1,
  });
});

test.each([
  ['a process of this machine that is gone', `${hostname()}/${DEAD_PID}/a`, inTenMinutes(), false],
  ['a process of this machine', `${hostname()}/${process.ppid}/a`, inTenMinutes(), true],
  ['another machine', 'elsewhere/1/a', inTenMinutes(), true],
  ['another machine that has been silent', 'elsewhere/1/a', '2020-01-01T00:00:00.000Z', false],
])('claimed by %s', async (_, owner, expires_at, isElsewhere) => {
  await using host = await start({ runner: { maxRunning: 0 } });
  const { db } = host.service.store;
  await db.insertInto('cell_claims').values({ owner, code: 'code', cells: 'a', expires_at }).execute();
  await using cells = host.backend.jobs.openCells('code');
  expect((await cells.find(want(['a']))).elsewhere).toEqual(new Set(isElsewhere ? ['a'] : []));
});

test('are claimed a few at a time by a run that is new to its target', async () => {
  await using host = await start({ runner: { maxRunning: 0 } });
  const { jobs } = host.backend;
  await using run = jobs.openCells('code', { concurrency: 1, hasPauses: false });
  await using other = jobs.openCells('code');
  expect(await run.find(want(['a', 'b', 'c', 'd']))).toEqual({ stored: new Map(), elsewhere: new Set(), looked: 2 });
  expect((await other.find(want(['a', 'b', 'c']))).elsewhere).toEqual(new Set(['a', 'b']));
  // Cells that others have in hand do not count.
  expect(await run.find(want(['c', 'd'], { inHand: ['a', 'b'] }))).toMatchObject({
    elsewhere: new Set(['c']),
    looked: 2,
  });
});

test('that a run has not started are computed by another run of the same rows', async () => {
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  await using host = await start({
    runner: { maxRunning: 1 },
    // Answers wait until both runs have made as many calls as they may have in flight.
    answer: async (call) => {
      waiting += 1;
      if (waiting === 4) all.resolve();
      await all.promise;
      return shout(call);
    },
  });
  await using other = createEvaluationRunner({ ...host.backend, maxRunning: 1 });
  const two = { batch_size: 2, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const rows = rowsOf(0, 40);
  const ids = [await host.start(rows, { rate_limit: two }), await host.start(rows, { rate_limit: two })];
  other.wake();
  await Promise.all([host.service.service.whenIdle(), other.whenIdle()]);
  for (const id of ids) expect((await host.read(id)).aggregated_results[0]?.result.value).toBe(1);
  const called = host.calls.map(({ body }) => String(body['text']));
  expect(called.toSorted()).toEqual(rows.map(({ text }) => text).toSorted());
});

test('are claimed one batch at a time when a run pauses between batches', async () => {
  const first = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using host = await start({
    answer: async (call) => {
      first.resolve();
      await answer.promise;
      return shout(call);
    },
  });
  const rests = { batch_size: 2, max_retries: 0, retry_delay: 0, delay_between_batches: 0.001 };
  const id = await host.start(rowsOf(0, 20), { rate_limit: rests });
  await first.promise;
  const claims = await host.service.store.db.selectFrom('cell_claims').select('cells').execute();
  expect(claims.flatMap(({ cells }) => cells.split(' ')).length).toBeLessThan(10);
  answer.resolve();
  await host.service.service.whenIdle();
  expect((await host.read(id)).aggregated_results[0]?.result.value).toBe(1);
});

test('of two concurrent evaluations are computed once, and no claim remains', async () => {
  // The first calls are answered when both run.
  const both = Promise.withResolvers<void>();
  await using host = await start({
    runner: { maxRunning: 1 },
    answer: async (call) => {
      await both.promise;
      return shout(call);
    },
  });
  await using other = createEvaluationRunner({ ...host.backend, maxRunning: 1 });
  const ids = [await host.start(rowsOf(0, 1200)), await host.start(rowsOf(600, 1800))];
  other.wake();
  const statuses = async () => await Promise.all(ids.map(async (id) => (await host.read(id)).status.value));
  await expect.poll(statuses).toEqual(['EVALUATION_STARTED', 'EVALUATION_STARTED']);
  both.resolve();
  await Promise.all([host.service.service.whenIdle(), other.whenIdle()]);
  expect(await statuses()).toEqual(['EVALUATION_FINISHED', 'EVALUATION_FINISHED']);
  const called = host.calls.map(({ body }) => String(body['text']));
  expect(called.toSorted()).toEqual(
    rowsOf(0, 1800)
      .map(({ text }) => text)
      .toSorted(),
  );
  for (const id of ids) expect((await host.read(id)).aggregated_results[0]?.result.value).toBe(1);
  expect(await host.service.store.db.selectFrom('cell_claims').selectAll().execute()).toEqual([]);
});
