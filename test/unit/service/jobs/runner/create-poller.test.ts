import { expect, test } from 'vitest';
import { createPoller } from '../../../../../src/service/jobs/runner/create-poller.ts';

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

test('a wake-up polls once, and then there is no poll', async () => {
  const { poller, polls } = openPoller();
  expect(poller.polling).toBeNull();
  poller.wake();
  expect(polls).toHaveLength(1);
  const { polling } = poller;
  polls[0]?.resolve();
  await polling;
  await settle();
  expect([polls.length, poller.polling]).toEqual([1, null]);
  poller.wake();
  expect(polls).toHaveLength(2);
});

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

test('nothing polls after the signal', async () => {
  const { poller, polls, stop } = openPoller();
  poller.wake();
  poller.wake();
  stop.abort();
  polls[0]?.resolve();
  await settle();
  expect([polls.length, poller.polling]).toEqual([1, null]);
  poller.wake();
  expect([polls.length, poller.polling]).toEqual([1, null]);
});
