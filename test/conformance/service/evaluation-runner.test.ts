import { testedDatabase } from '../../helpers/tested-database.ts';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { TestsetRow } from '../../../src/contract/testsets/testset.ts';
import type { Hosting } from '../../../src/service/hosting/hosting.ts';
import { createEvaluationRunner } from '../../../src/service/jobs/runner/create-evaluation-runner.ts';
import {
  createFunctionHosting,
  type RouteCall,
  shout,
  startEvaluations,
  type StartEvaluationsOptions,
} from '../../helpers/start-evaluations.ts';

const manyRows = (count: number): TestsetRow[] =>
  Array.from({ length: count }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));

/** Later than these tests end on a busy machine: a table of cases is read before the first of them. */
const later = () => new Date(Date.now() + 600_000).toISOString();

/** Renewed every 300 ms: soon for a test, and rarely enough that another process's transaction can win against it. */
const RENEWED_OFTEN_MS = 900;
const DAY_MS = 86_400_000;

describe('evaluations', () => {
  const start = (options: StartEvaluationsOptions = {}) => startEvaluations({ ...options, database: testedDatabase() });

  test('are stored, aggregated and read back', async () => {
    await using host = await start();
    const evaluation = await host.run(manyRows(700));
    expect(evaluation.status.value).toBe('EVALUATION_FINISHED');
    expect(evaluation.aggregated_results[0]?.result).toEqual({ type: 'number', value: 1 });
    expect(evaluation.total_cost?.value).toBeCloseTo(0.7);
    expect(evaluation.average_latency?.value).toBeCloseTo(0.005);
    expect(await host.readRows(evaluation.id)).toHaveLength(700);
  });

  test('count an answer that rows share once, whether it was called for or stored', async () => {
    const cost = (value: number) => ({ type: 'cost', value: expect.closeTo(value, 9) });
    await using host = await start();
    const rows = Array.from({ length: 8 }, () => manyRows(3)).flat();
    const repeated = { options: { repeat: 2 } };
    const [forecast] = await host.plan<{ calls: number }>(rows, repeated);
    const first = await host.run(rows, repeated);
    expect([forecast?.calls, host.calls.length]).toEqual([6, 6]);
    const totals = { total_cost: cost(0.006), average_cost: cost(0.001), failed_cost: cost(0) };
    expect(first).toMatchObject(totals);
    expect(await host.run(rows, repeated)).toMatchObject(totals);
    // Stored answers and new ones: two more calls.
    const more = await host.run([...rows, ...manyRows(4), ...manyRows(4)], repeated);
    expect([host.calls.length, more.total_cost]).toEqual([8, cost(0.008)]);
    await host.run(rows, { options: { fresh: true, repeat: 2 } });
    expect(await host.read(more.id)).toMatchObject({ total_cost: cost(0.008) });
  });

  test('count a failed call that rows share once', async () => {
    const usage = [{ model: 'm', calls: 1, input_tokens: 5, output_tokens: 5, cost: 0.002 }];
    const tree = { nodes: [{ metrics: { acc: { costs: { total: 0.002 }, usage } } }] };
    await using host = await start({ answer: () => Response.json({ detail: 'No.', tree }, { status: 500 }) });
    const rate_limit = { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
    const { id } = await host.run(Array.from({ length: 8 }, () => manyRows(1)).flat(), { rate_limit });
    const paid = { type: 'cost', value: expect.closeTo(0.002 * host.calls.length, 9) };
    expect((await host.readRows(id)).filter(({ outputs }) => outputs[0]?.reused).length).toBe(8 - host.calls.length);
    expect(await host.read(id)).toMatchObject({ total_cost: paid, failed_cost: paid });
  });

  test('that were interrupted are resumed without repeating finished calls', async () => {
    let answered = 0;
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using host = await start({
      answer: async (call) => {
        answered += 1;
        if (answered <= 400) return shout(call);
        reached.resolve();
        await gate.promise;
        return shout(call);
      },
    });
    const first = createEvaluationRunner(host.backend);
    const id = await host.start(manyRows(900));
    const countDone = async () => (await host.readRows(id)).filter(({ outputs }) => outputs.length > 0).length;
    await reached.promise;
    await expect.poll(countDone).toBeGreaterThan(0);
    // The service's own runner took it; the second one may not.
    first.wake();
    await first.whenIdle();
    expect((await host.read(id)).status.value).toBe('EVALUATION_STARTED');
    await host.service.service.close();
    gate.resolve();
    const before = await countDone();
    expect(before).toBeLessThanOrEqual(400);
    expect((await host.read(id)).status.value).toBe('EVALUATION_STARTED');
    const calls = host.calls.length;
    first.wake();
    await first.whenIdle();
    await first.close();
    expect((await host.read(id)).status.value).toBe('EVALUATION_FINISHED');
    expect(host.calls.length - calls).toBe(900 - before);
  });

  test('that another process took over are left to it', async () => {
    let [isHeld, held] = [true, 0];
    const reached = Promise.withResolvers<void>();
    await using host = await start({
      runner: { leaseMs: RENEWED_OFTEN_MS },
      answer: async (call) => {
        if (!isHeld) return shout(call);
        // As many as it makes at a time.
        if ((held += 1) === 4) reached.resolve();
        return await new Promise(() => undefined);
      },
    });
    // For whom the lease has expired.
    const now = () => new Date(Date.now() + 60_000);
    await using other = createEvaluationRunner({ ...host.backend, now });
    const id = await host.start(manyRows(8));
    await reached.promise;
    isHeld = false;
    other.wake();
    // The calls that nobody answers are abandoned, and the other process makes them.
    await Promise.all([host.service.service.whenIdle(), other.whenIdle()]);
    expect((await host.read(id)).status.value).toBe('EVALUATION_FINISHED');
    expect(host.calls).toHaveLength(12);
  });

  test('that run while the clock jumps ahead and back go on, and each row is called once', async () => {
    let [offset, called] = [0, 0];
    const answer = (call: RouteCall) => {
      called += 1;
      if (called === 10) offset = DAY_MS;
      if (called === 20) offset = -DAY_MS;
      return shout(call);
    };
    const now = () => new Date(Date.now() + offset);
    await using host = await start({ runner: { leaseMs: RENEWED_OFTEN_MS, now }, answer });
    const id = await host.start(manyRows(40));
    await host.service.service.whenIdle();
    expect([(await host.read(id)).status.value, called, host.problems]).toEqual(['EVALUATION_FINISHED', 40, []]);
  });

  test('that a process of another machine left before the clock was set back are taken over', async () => {
    await using host = await start({ runner: { maxRunning: 0 } });
    const id = await host.start(manyRows(8));
    const expires_at = new Date(Date.now() + DAY_MS).toISOString();
    const lease = { evaluation_id: id, owner: 'another-machine/1/left', expires_at };
    await host.service.store.db.insertInto('evaluation_leases').values(lease).execute();
    await using runner = createEvaluationRunner(host.backend);
    runner.wake();
    await runner.whenIdle();
    expect((await host.read(id)).status.value).toBe('EVALUATION_FINISHED');
  });

  test('run once when two processes find them', async () => {
    await using host = await start();
    await using other = createEvaluationRunner(host.backend);
    const ids = [];
    for (let index = 0; index < 3; index += 1) {
      ids.push(await host.start(manyRows(40).map((row) => ({ ...row, text: `${index} ${String(row['text'])}` }))));
      other.wake();
    }
    await Promise.all([host.service.service.whenIdle(), other.whenIdle()]);
    for (const id of ids) expect((await host.read(id)).status.value).toBe('EVALUATION_FINISHED');
    expect(host.calls).toHaveLength(120);
  });
});

describe('a lease', () => {
  const DEAD_PID = 2 ** 30;

  test.each([
    ['nobody has', null, true],
    ['has expired', { owner: 'elsewhere/1/a', expiresAt: '2020-01-01T00:00:00.000Z' }, true],
    ['another machine holds', { owner: 'elsewhere/1/a', expiresAt: later() }, false],
    ['a process of this machine that is gone held', { owner: `${hostname()}/${DEAD_PID}/a`, expiresAt: later() }, true],
    ['a process of this machine holds', { owner: `${hostname()}/${process.ppid}/a`, expiresAt: later() }, false],
  ])('that %s', async (_, lease, isTaken) => {
    await using host = await startEvaluations({ database: testedDatabase(), runner: { maxRunning: 0 } });
    const id = await host.start(manyRows(2));
    const now = new Date().toISOString();
    if (lease !== null) await host.backend.leases.take({ evaluationId: id, ...lease }, { now, isGone: () => false });
    await using runner = createEvaluationRunner(host.backend);
    runner.wake();
    await runner.whenIdle();
    expect((await host.read(id)).status.value).toBe(isTaken ? 'EVALUATION_FINISHED' : 'EVALUATION_INITIALIZED');
  });

  test('is renewed while its process runs the evaluation, which ends when another process takes it over', async () => {
    const [called, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hosting = createFunctionHosting({});
    const ask: Hosting['ask'] = async ({ signal }) => {
      called.resolve();
      signal.addEventListener('abort', () => left.resolve(), { once: true });
      return await new Promise<never>((_, reject) => void left.promise.then(() => reject(signal.reason)));
    };
    await using host = await startEvaluations({
      database: testedDatabase(),
      hosting: { ...hosting, ask },
      runner: { leaseMs: RENEWED_OFTEN_MS },
    });
    const id = await host.start(manyRows(1));
    await called.promise;
    const { db } = host.service.store;
    const read = async () =>
      await db.selectFrom('evaluation_leases').selectAll().where('evaluation_id', '=', id).executeTakeFirst();
    const first = await read();
    await expect.poll(async () => (await read())?.expires_at).not.toBe(first?.expires_at);
    const lease = { evaluationId: id, owner: 'elsewhere/1/a', expiresAt: later() };
    const options = { now: new Date().toISOString(), isGone: () => true };
    expect(await host.backend.leases.take(lease, options)).toBe(true);
    await left.promise;
    await host.service.service.whenIdle();
    expect([(await read())?.owner, (await host.read(id)).status.value]).toEqual([
      'elsewhere/1/a',
      'EVALUATION_STARTED',
    ]);
  });
});
