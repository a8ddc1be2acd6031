import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBundleProcess } from '../../../../src/service/hosting/bundle-process.ts';
import { createBackoff } from '../../../../src/service/hosting/create-backoff.ts';
import type { RunningHost } from '../../../../src/service/hosting/fork-host.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function startProcess() {
  const ended = Promise.withResolvers<string>();
  const never = async () => await Promise.reject(new Error('This host takes no calls.'));
  const early = { isOpen: false, take: () => null, ask: never, hold: () => undefined, leave: () => undefined };
  const host: RunningHost = {
    socketPath: '',
    exited: ended.promise,
    ask: never,
    sendEarly: () => early,
    kill: () => ended.resolve('was stopped'),
  };
  const process = createBundleProcess({
    start: async () => host,
    subject: 'it',
    idleMs: 100,
    backoff: createBackoff(() => 0),
  });
  await process.enter();
  return process;
}

test('a process is stopped when nobody calls for a while', async () => {
  const process = await startProcess();
  process.leave();
  await vi.advanceTimersByTimeAsync(99);
  expect(process.running).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(process.running).toBeNull();
});

test('calls whose answers were taken keep it warm', async () => {
  const process = await startProcess();
  process.leave();
  await vi.advanceTimersByTimeAsync(99);
  process.noteCall();
  await vi.advanceTimersByTimeAsync(99);
  expect(process.running).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(process.running).toBeNull();
});

test('a call that was taken does not have it stopped while another runs', async () => {
  const process = await startProcess();
  process.noteCall();
  await vi.advanceTimersByTimeAsync(200);
  expect(process.running).not.toBeNull();
});
