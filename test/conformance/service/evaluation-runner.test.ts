import { testedDatabase } from '../../helpers/tested-database.ts';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { TestsetRow } from '../../../src/contract/testsets/testset.ts';
import type { Hosting } from '../../../src/service/hosting/hosting.ts';
import { createEvaluationRunner } from '../../../src/service/jobs/runner/create-evaluation-runner.ts';
import {
  createFunctionHosting,
  shout,
  startEvaluations,
  type StartEvaluationsOptions,
} from '../../helpers/start-evaluations.ts';

const manyRows = (count: number): TestsetRow[] =>
  Array.from({ length: count }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));

const later = () => new Date(Date.now() + 60_000).toISOString();

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
      runner: { leaseMs: 30 },
      answer: async (call) => {
        if (!isHeld) return shout(call);
        // As many as it makes at a time.
        if ((held += 1) === 4) reached.resolve();
        return await new Promise(() => undefined);
      },
    });
    // For whom the lease has expired.
    const now = () => new Date(Date.now() + 3_600_000);
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
    if (lease !== null) await host.backend.leases.take({ evaluationId: id, ...lease }, { now, from: null });
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
      runner: { leaseMs: 60 },
    });
    const id = await host.start(manyRows(1));
    await called.promise;
    const { db } = host.service.store;
    const read = async () =>
      await db.selectFrom('evaluation_leases').selectAll().where('evaluation_id', '=', id).executeTakeFirst();
    const first = await read();
    await expect.poll(async () => (await read())?.expires_at).not.toBe(first?.expires_at);
    const lease = { evaluationId: id, owner: 'elsewhere/1/a', expiresAt: later() };
    const from = await host.backend.leases.findOwner(id);
    expect(await host.backend.leases.take(lease, { now: new Date().toISOString(), from })).toBe(true);
    await left.promise;
    await host.service.service.whenIdle();
    expect([await host.backend.leases.findOwner(id), (await host.read(id)).status.value]).toEqual([
      'elsewhere/1/a',
      'EVALUATION_STARTED',
    ]);
  });
});
