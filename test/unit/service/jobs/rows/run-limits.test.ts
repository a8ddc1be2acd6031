import { expect, test } from 'vitest';
import type { EvaluationOptions } from '../../../../../src/contract/evaluations/evaluation.ts';
import type { EvaluationJob } from '../../../../../src/service/evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../../../../../src/service/jobs/evaluation-jobs.ts';
import { openLimits } from '../../../../../src/service/jobs/rows/run-limits.ts';

const SPENT = { calls: 1, cost: 0.5, judged: 0, judgeCost: 0, before: 0 };

const open = (options: EvaluationOptions, signal = new AbortController().signal, spent = SPENT) =>
  openLimits(
    { id: 'e', options } as EvaluationJob, // what is read of it
    { readSpent: async () => spent } as unknown as EvaluationJobs, // what is called of it
    signal,
  );

test('without limits, only the caller stops a run', async () => {
  const stop = new AbortController();
  using limits = await open({}, stop.signal);
  expect([limits.budget, limits.callTimeoutMs, limits.isOutOfTime, limits.describeStop()]).toEqual([
    null,
    900_000,
    false,
    null,
  ]);
  expect(limits.signal.aborted).toBe(false);
  stop.abort(new Error('stop'));
  expect(limits.signal.reason).toEqual(new Error('stop'));
  expect([limits.isOutOfTime, limits.describeStop()]).toEqual([false, null]);
});

test('a run of a caller that has stopped does not begin', async () => {
  using limits = await open({}, AbortSignal.abort(new Error('stop')));
  expect(limits.signal.reason).toEqual(new Error('stop'));
});

test('a run stops at its time limit', async () => {
  using limits = await open({ total_seconds: 0.001 });
  await new Promise((resolve) => limits.signal.addEventListener('abort', resolve, { once: true }));
  expect(limits.signal.reason).toEqual(new Error('The evaluation reached its time limit.'));
  expect([limits.isOutOfTime, limits.describeStop()]).toEqual([
    true,
    { code: 'time_limit', message: 'It stopped at its time limit of 0.001 s.' },
  ]);
});

test('a limit of many days does not stop a run at once', async () => {
  using limits = await open({ total_seconds: 2 ** 31 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(limits.isOutOfTime).toBe(false);
});

test('limits that were disposed stop nothing', async () => {
  const stop = new AbortController();
  const limits = await open({ total_seconds: 0.001 }, stop.signal);
  limits[Symbol.dispose]();
  stop.abort();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([limits.signal.aborted, limits.isOutOfTime]).toEqual([false, false]);
});

test('a run is described as stopped once its budget is spent, or its cost unknown', async () => {
  using spent = await open({ max_cost: 0.75 });
  expect(await spent.budget?.enter('call')).toBeNull();
  expect(spent.describeStop()).toEqual({
    code: 'cost_limit',
    message: 'It stopped at its cost limit of $0.75: $0.5 is spent, and another call would exceed it.',
  });
  using unknown = await open({ max_cost: 1 / 3 }, undefined, { ...SPENT, calls: 0, cost: 0 });
  expect(unknown.describeStop()).toBeNull();
  (await unknown.budget?.enter('call'))?.answered({ error: null, output: '', cost: null, latency: null });
  expect(unknown.describeStop()).toEqual({
    code: 'cost_unknown',
    message: 'It stopped because the cost of a call is not known, so a limit of $0.333333 cannot be enforced.',
  });
});
