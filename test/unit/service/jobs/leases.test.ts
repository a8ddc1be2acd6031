import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EvaluationLeaseStore } from '../../../../src/service/jobs/queries/evaluation-leases.ts';
import { createBackedOffJobs } from '../../../../src/service/jobs/runner/backed-off-jobs.ts';
import { createPoller } from '../../../../src/service/jobs/runner/create-poller.ts';
import { createEvaluationLeases } from '../../../../src/service/jobs/runner/evaluation-leases.ts';

describe('a lease', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Holds a lease of 300 ms, whose renewals are answered by these results, and then succeed. */
  function hold(renewals: (() => Promise<boolean>)[] = []) {
    const [seen, problems]: [string[], unknown[]] = [[], []];
    const store: EvaluationLeaseStore = {
      findOwner: async () => null,
      take: async () => true,
      renew: async ({ expiresAt }) => {
        seen.push(`renewed until ${expiresAt}`);
        return (await renewals.shift()?.()) ?? true;
      },
      drop: async () => void seen.push('dropped'),
    };
    const now = () => new Date('2026-11-20T12:00:00.000Z');
    const leases = createEvaluationLeases({ store, now, leaseMs: 300, onProblem: (error) => problems.push(error) });
    return { held: leases.hold('e', new AbortController().signal), seen, problems };
  }

  test('is renewed three times in its length until it is released', async () => {
    const { held, seen } = hold();
    await vi.advanceTimersByTimeAsync(200);
    await held[Symbol.asyncDispose]();
    await vi.advanceTimersByTimeAsync(1000);
    const renewed = 'renewed until 2026-11-20T12:00:00.300Z';
    expect([seen, held.signal.aborted]).toEqual([[renewed, renewed, 'dropped'], false]);
  });

  test('is lost when it is no longer ours, not when a renewal fails', async () => {
    const problem = new Error('The disk is full.');
    const { held, problems } = hold([() => Promise.reject(problem), async () => false]);
    await vi.advanceTimersByTimeAsync(100);
    expect([problems, held.signal.aborted]).toEqual([[problem], false]);
    await vi.advanceTimersByTimeAsync(100);
    expect(held.signal.reason).toEqual(new Error('The evaluation was cancelled, deleted or taken over.'));
    await held[Symbol.asyncDispose]();
  });
});

test('an evaluation that cannot be stored backs off, doubling until a run succeeds', () => {
  let now = 0;
  const resting = createBackedOffJobs(() => now);
  expect([resting.isBackedOff('a'), resting.problemOf('a')]).toEqual([false, null]);
  const rests = [1, 2, 3, 4, 5, 6, 7, 8].map((problem) => {
    resting.note('a', problem);
    const from = now;
    while (resting.isBackedOff('a')) now += 5000;
    return [resting.problemOf('a'), (now - from) / 1000];
  });
  expect(rests).toEqual([
    [1, 15],
    [2, 30],
    [3, 60],
    [4, 120],
    [5, 240],
    [6, 480],
    [7, 600],
    [8, 600],
  ]);
  resting.forget('a');
  resting.note('a', 9);
  now += 15_000;
  expect([resting.isBackedOff('a'), resting.isBackedOff('b'), resting.problemOf('b')]).toEqual([false, false, null]);
});

test('an explicit run ends the delays and keeps the problem until it is fixed', () => {
  const resting = createBackedOffJobs(() => 0);
  resting.note('a', 'full');
  resting.retryNow();
  expect([resting.isBackedOff('a'), resting.problemOf('a')]).toEqual([false, 'full']);
});

/** A poller whose polls end when the test says so. */
function openPoller() {
  const stop = new AbortController();
  const polls: PromiseWithResolvers<void>[] = [];
  const poll = async () => {
    const current = Promise.withResolvers<void>();
    polls.push(current);
    await current.promise;
  };
  const poller = createPoller({ poll, signal: stop.signal });
  return { poller, polls, stop };
}

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

test('however often it is woken during a poll, it polls once more after it', async () => {
  const { poller, polls } = openPoller();
  poller.wake();
  poller.wake();
  poller.wake();
  await settle();
  expect(polls).toHaveLength(1);
  polls[0]?.resolve();
  await settle();
  expect(polls).toHaveLength(2);
  polls[1]?.resolve();
  await settle();
  expect([polls.length, poller.polling]).toEqual([2, null]);
});

test('a wake-up between the last poll and its end is not lost', async () => {
  const { poller, polls } = openPoller();
  poller.wake();
  const late = poller.polling?.then(() => poller.wake());
  polls[0]?.resolve();
  await late;
  await settle();
  expect(polls).toHaveLength(2);
});
