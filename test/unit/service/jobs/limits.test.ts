import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EvaluationOptions } from '../../../../src/contract/evaluations/evaluation.ts';
import type { EvaluationJob } from '../../../../src/service/evaluations/evaluation-job.ts';
import type { HostedDeployment } from '../../../../src/service/hosting/hosting.ts';
import { createClaimSize } from '../../../../src/service/jobs/claims/claim-size.ts';
import type { EvaluationJobs } from '../../../../src/service/jobs/evaluation-jobs.ts';
import { noteRefusal } from '../../../../src/service/jobs/queries/target-refusals.ts';
import { openLimits } from '../../../../src/service/jobs/rows/run-limits.ts';
import { createTargetLimits, targetOf } from '../../../../src/service/jobs/rows/target-limits.ts';
import { createSharedTargetLimits } from '../../../../src/service/jobs/workers/shared-target-limits.ts';
import type { Db } from '../../../../src/service/store/schema.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

afterEach(() => void vi.useRealTimers());

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

test('a run stops at its time limit', async () => {
  vi.useFakeTimers();
  using limits = await open({ total_seconds: 1.5 });
  vi.advanceTimersByTime(1499);
  expect(limits.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(limits.signal.reason).toEqual(new Error('The evaluation reached its time limit.'));
  expect([limits.isOutOfTime, limits.describeStop()]).toEqual([
    true,
    { code: 'time_limit', message: 'It stopped at its time limit of 1.5 s.' },
  ]);
});

test('a limit of many days does not stop a run at once', async () => {
  vi.useFakeTimers();
  using limits = await open({ total_seconds: 2 ** 31 });
  vi.advanceTimersByTime(1000);
  expect(limits.isOutOfTime).toBe(false);
});

test('limits that were disposed stop nothing', async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  const limits = await open({ total_seconds: 1 }, stop.signal);
  limits[Symbol.dispose]();
  stop.abort();
  vi.advanceTimersByTime(2000);
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

/** Claims as many as allowed, again and again, and returns the counts. */
function claimAll(passes: readonly number[], hasPauses = false): number[] {
  let time = 0;
  const pace = createClaimSize({ concurrency: 10, hasPauses }, () => time);
  return passes.map((passedMs) => {
    time += passedMs;
    const most = pace.most();
    pace.note(most);
    return most;
  });
}

test.each([
  ['twice its concurrency at first', [0], [20]],
  ['whole pages for a fast target', [0, 5, 30], [20, 500, 500]],
  ["one second's calls for a target in between", [0, 100, 900], [20, 100, 100]],
  ['no more than at first for a slow target', [0, 1500, 3000], [20, 20, 20]],
  ['no more than at first for a target that became slow', [0, 5, 500_000], [20, 500, 20]],
])('a run claims %s', (_, passes, claimed) => {
  expect(claimAll(passes)).toEqual(claimed);
});

test('a run that pauses between batches claims one batch', () => {
  expect(claimAll([0, 1, 1], true)).toEqual([10, 10, 10]);
});

test('a run claims as before when little was left, which says nothing about the rate', () => {
  const pace = createClaimSize({ concurrency: 10, hasPauses: false }, () => 0);
  pace.note(3);
  expect(pace.most()).toBe(20);
});

const deployment = (changes: Partial<HostedDeployment>) =>
  ({ app_id: 'a', url: null, artifact_sha256: 's', ...changes }) as HostedDeployment; // what is read of it

test('a target is the code of an app, or the origin of an address', () => {
  expect(targetOf(deployment({}))).toBe('a/s');
  expect(targetOf(deployment({ url: 'https://x.example:8443/flow?a=b' }))).toBe('https://x.example:8443');
});

test('evaluations of the same target share a limit', () => {
  const limits = createTargetLimits();
  const limit = limits.of(deployment({}));
  expect(limits.of(deployment({}))).toBe(limit);
  expect(limits.of(deployment({ app_id: 'b' }))).not.toBe(limit);
  expect(limits.of(deployment({ artifact_sha256: 't' }))).not.toBe(limit);
});

describe('limits that processes share', () => {
  const NOW = new Date('2026-11-23T12:00:00Z');
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();
  const EVERY_MS = 250;

  // The test decides when a process looks.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  async function openDb() {
    const stack = new AsyncDisposableStack();
    onTestFinished(() => stack.disposeAsync());
    return stack.use(await openTestStore('sqlite', stack)).db;
  }

  function openLimits(db: Db) {
    const limits = createSharedTargetLimits({ db, now: () => NOW, everyMs: EVERY_MS });
    onTestFinished(() => limits[Symbol.dispose]());
    const limit = limits.of(deployment({}));
    limit.join(16);
    return limit;
  }

  /** Lets every process look once. SQLite answers within the same turn. */
  async function look() {
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }

  test('are lowered once by a refusal that another process received', async () => {
    const db = await openDb();
    const [first, second] = [openLimits(db), openLimits(db)];
    const half = Math.floor(second.allowed / 2);
    // Both look once before, so that the refusal is a new one to them.
    await look();
    (await first.enter(new AbortController().signal)).end('busy', 0);
    await look();
    await look();
    expect([first.allowed, second.allowed]).toEqual([half, half]);
  });

  test('are not lowered by refusals from before the first call', async () => {
    const db = await openDb();
    await noteRefusal(db, { target: 'a/s', closedUntil: at(-1), now: at(-1) });
    const limit = openLimits(db);
    const before = limit.allowed;
    await look();
    expect(limit.allowed).toBe(before);
  });
});
