import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { createEvaluationRunner } from '../../../src/service/jobs/runner/create-evaluation-runner.ts';
import { addVariant, shout, startEvaluations } from '../../helpers/start-evaluations.ts';
import { testedDatabase } from '../../helpers/tested-database.ts';

/** Every call costs 0.001. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));

const DEAD = `${hostname()}/${2 ** 30}/a`;
const later = () => new Date(Date.now() + 60_000).toISOString();

/** A service that runs nothing itself. */
const start = () => startEvaluations({ database: testedDatabase(), runner: { maxRunning: 0 }, answer: shout });

test.each([
  [0.012, 12],
  [undefined, 32],
])('two processes that find a run with a limit of %s make %i calls', async (max_cost, calls) => {
  await using host = await start();
  await host.start(rowsOf(16), {
    variant_ids: await addVariant(host),
    options: max_cost === undefined ? {} : { max_cost },
  });
  await using one = createEvaluationRunner({ ...host.backend, maxRunning: 1, pollMs: 20 });
  await using other = createEvaluationRunner({ ...host.backend, maxRunning: 1, pollMs: 20 });
  for (const runner of [one, other]) runner.wake();
  const unfinished = async () => await host.backend.jobs.listUnfinished();
  await expect.poll(unfinished).toEqual([]);
  expect(host.calls).toHaveLength(calls);
});

test('calls that a killed process had in flight count for the limit, and the total is a lower bound', async () => {
  await using host = await start();
  const id = await host.start(rowsOf(20), { options: { max_cost: 0.002 } });
  {
    await using runner = createEvaluationRunner(host.backend);
    runner.wake();
    await runner.whenIdle();
  }
  expect(host.calls).toHaveLength(2);
  await host.service.send('POST', `/evaluations/${id}/resume`, { body: { limits: { max_cost: 0.01 } } });
  const lease = { evaluationId: id, owner: DEAD, expiresAt: later() };
  await host.backend.leases.take(lease, { now: new Date().toISOString(), isGone: () => false });
  await using runner = createEvaluationRunner(host.backend);
  runner.wake();
  await runner.whenIdle();
  // Four of its calls were in flight.
  expect(host.calls).toHaveLength(6);
  expect(await host.read(id)).toMatchObject({
    status: {
      value: 'EVALUATION_CANCELLED',
      error: {
        message:
          'It stopped at its cost limit of $0.01: $0.01 is spent, of which up to $0.004 by calls of unknown cost, and another call would exceed it.',
      },
    },
    total_cost: {
      value: expect.closeTo(0.006, 9),
      error: { message: 'The cost of calls that failed or were cut short is not known.' },
    },
  });
});

test('a row that another process stored is not free because another row has the same answer', async () => {
  await using host = await start();
  const id = await host.start(rowsOf(2));
  const pages = await Array.fromAsync(host.backend.jobs.pendingScenarios(id));
  const toFinished = (index: number, value: string, cost: number) => ({
    id: pages.flat()[index]?.id ?? '',
    outputs: [{ result: { type: 'text', value } as const, cost: 0.01, latency: 1 }],
    results: [],
    cost,
    latency: 1,
    isCalled: true,
    judging: { calls: 0, cost: 0 },
  });
  await host.backend.jobs.saveScenarios(id, [toFinished(0, 'no', 0.01)]);
  await host.backend.jobs.saveScenarios(id, [toFinished(0, 'yes', 0.01), toFinished(1, 'yes', 0.01)]);
  expect(await host.json(`/evaluations/${id}/events`)).toMatchObject({
    done: 2,
    cost: expect.closeTo(0.03, 9),
    failed_cost: expect.closeTo(0.01, 9),
  });
});

test('a row that two processes paid for has the result of one and the cost of both', async () => {
  await using host = await start();
  const id = await host.start(rowsOf(2));
  const pages = await Array.fromAsync(host.backend.jobs.pendingScenarios(id));
  const toFinished = (index: number, cost: number, judged: number) => {
    const result = { type: 'text', value: `by ${cost}` } as const;
    return {
      id: pages.flat()[index]?.id ?? '',
      outputs: [{ result, cost, latency: 1 }],
      results: [],
      cost,
      latency: 1,
      isCalled: true,
      judging: judged === 0 ? { calls: 0, cost: 0 } : { calls: 1, cost: judged },
    };
  };
  await host.backend.jobs.saveScenarios(id, [toFinished(0, 0.01, 0)]);
  await host.backend.jobs.saveScenarios(id, [toFinished(0, 0.02, 0.005), toFinished(1, 0.04, 0)]);
  expect(await host.json(`/evaluations/${id}/events`)).toMatchObject({
    done: 2,
    cost: expect.closeTo(0.075, 9),
    failed_cost: expect.closeTo(0.025, 9),
  });
  expect((await host.readRows(id)).map(({ outputs: [output] }) => output?.result.value)).toEqual([
    'by 0.01',
    'by 0.04',
  ]);
});
