import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { wait } from '../../../../src/client/sending/clock.ts';
import { fakeClock } from '../../../helpers/fake-clock.ts';

test('a wait ends when its time is over, and leaves no listener', async () => {
  const clock = fakeClock();
  const { signal } = new AbortController();
  const waiting = wait(clock, 50, signal);
  expect([clock.timers, getEventListeners(signal, 'abort').length]).toEqual([[50], 1]);
  clock.elapse(50);
  await expect(waiting).resolves.toBeUndefined();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a wait without a signal ends when its time is over', async () => {
  const clock = fakeClock();
  const waiting = wait(clock, 50, undefined);
  clock.elapse(50);
  await expect(waiting).resolves.toBeUndefined();
});

test('a signal ends a wait with its reason, and the timer is cancelled', async () => {
  const controller = new AbortController();
  let cancelled = 0;
  const clock = { now: Date.now, startTimer: () => () => void (cancelled += 1) };
  const waiting = wait(clock, 50, controller.signal);
  controller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  expect([cancelled, getEventListeners(controller.signal, 'abort')]).toEqual([1, []]);
});

test('a signal that has fired starts no timer', async () => {
  const clock = fakeClock();
  await expect(wait(clock, 50, AbortSignal.abort('enough'))).rejects.toBe('enough');
  expect(clock.timers).toEqual([]);
});
