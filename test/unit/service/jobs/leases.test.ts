import { expect, test } from 'vitest';
import { createBackedOffJobs } from '../../../../src/service/jobs/runner/leased-run.ts';
import { createPoller } from '../../../../src/service/jobs/runner/create-evaluation-runner.ts';

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
  const poller = createPoller(poll, stop.signal);
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
