import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBundleProcess } from '../../../../src/service/hosting/bundles/bundle-process.ts';
import { createBackoff } from '../../../../src/service/hosting/bundles/create-backoff.ts';
import { fakeHost } from '../../../helpers/fake-host.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function startProcess() {
  const backoff = createBackoff(() => 0);
  const process = createBundleProcess({ start: async () => fakeHost(), subject: 'it', idleMs: 100, backoff });
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
