import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBundleProcess } from '../../../../src/service/hosting/bundles/bundle-process.ts';
import { createBackoff } from '../../../../src/service/hosting/bundles/create-backoff.ts';
import { fakeHost } from '../../../helpers/fake-host.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function startProcess() {
  const backoff = createBackoff(() => 0);
  const process = createBundleProcess({ start: async () => fakeHost(), subject: 'it', idleMs: 100, backoff });
  let hasEnded = false;
  const host = await process.enter();
  void host.exited.then(() => (hasEnded = true));
  return { process, hasEnded: () => hasEnded };
}

test('an idle process stops after its time limit', async () => {
  const { process, hasEnded } = await startProcess();
  process.leave();
  await vi.advanceTimersByTimeAsync(99);
  expect(hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded()).toBe(true);
});

test('a call restarts the idle time', async () => {
  const { process, hasEnded } = await startProcess();
  process.leave();
  await vi.advanceTimersByTimeAsync(99);
  await process.enter();
  await vi.advanceTimersByTimeAsync(200);
  expect(hasEnded()).toBe(false);
  process.leave();
  await vi.advanceTimersByTimeAsync(99);
  expect(hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded()).toBe(true);
});
