import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackoff, createHostedProcess } from '../../../../src/service/hosting/hosted-process.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first restart is immediate, and the delay of further ones doubles up to half a minute', () => {
  const backoff = createBackoff('it', Date.now);
  const delays = Array.from({ length: 9 }, (_, index) => {
    backoff.noteFailure(`failure ${index}.`);
    const from = Date.now();
    while (isBackingOff(backoff)) vi.advanceTimersByTime(100);
    return Date.now() - from;
  });
  expect(delays).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('a delay names the last failure, and a success ends it', () => {
  const backoff = createBackoff('the workflow', Date.now);
  backoff.noteFailure('a');
  backoff.noteFailure('its process ended.');
  const message = 'Calls of the workflow keep failing; retrying in 1 s; last time its process ended.';
  expect(() => backoff.requirePassed()).toThrow(
    expect.objectContaining({ status: 503, message, retryAfterSeconds: 1 }),
  );
  backoff.noteSuccess();
  expect(isBackingOff(backoff)).toBe(false);
  backoff.noteFailure('c');
  expect(isBackingOff(backoff)).toBe(false);
  backoff.noteFailure('d');
  expect(isBackingOff(backoff)).toBe(true);
});

function isBackingOff(backoff: ReturnType<typeof createBackoff>): boolean {
  try {
    backoff.requirePassed();
    return false;
  } catch {
    return true;
  }
}

/** Processes that end when they are killed. */
function open(options: { idleMs?: number | null } = {}) {
  const hosts: { name: number; isKilled: boolean; exited: Promise<string>; kill: () => void }[] = [];
  const failures: string[] = [];
  const hosted = createHostedProcess({
    start: async () => {
      const { promise: exited, resolve } = Promise.withResolvers<string>();
      const host = {
        name: hosts.length,
        isKilled: false,
        exited,
        kill: () => ((host.isKilled = true), resolve('ended.')),
      };
      hosts.push(host);
      return host;
    },
    idleMs: options.idleMs ?? null,
    drainMs: 60_000,
    backoff: createBackoff('it', Date.now),
    onFailure: (reason) => void failures.push(reason),
    explainFailure: async (error) => error,
  });
  const signal = new AbortController().signal;
  return {
    hosted,
    failures,
    killed: () => hosts.map(({ isKilled }) => isKilled),
    crash: (index: number) => hosts[index]?.kill(),
    /** Calls that end when told; with the number of their process. */
    call: async () => await hosted.run({ signal }, async ({ name }, leave) => await Promise.resolve({ name, leave })),
  };
}

test('calls share a process that is started once', async () => {
  const { call } = open();
  const calls = await Promise.all([call(), call()]);
  expect(calls.map(({ name }) => name)).toEqual([0, 0]);
});

test('a replaced process ends after its own calls, whatever others run', async () => {
  const { hosted, call, killed } = open();
  const old = await call();
  hosted.renew();
  await call();
  expect(killed()).toEqual([false, false]);
  old.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(killed()).toEqual([true, false]);
});

test('a replaced process with a call that does not end is ended after a while', async () => {
  const { hosted, call, killed } = open();
  await call();
  hosted.renew();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(killed()).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(killed()).toEqual([true]);
});

test('a process without calls is stopped after a while, and a call in time keeps it', async () => {
  const { call, killed, failures } = open({ idleMs: 1000 });
  (await call()).leave();
  await vi.advanceTimersByTimeAsync(999);
  const { name, leave } = await call();
  await vi.advanceTimersByTimeAsync(5000);
  expect([name, killed()]).toEqual([0, [false]]);
  leave();
  await vi.advanceTimersByTimeAsync(1000);
  expect(killed()).toEqual([true]);
  expect([(await call()).name, failures]).toEqual([1, []]);
});

test('a process that ends for another one leaves the calls of a replaced one, and its own if it has any', async () => {
  const { hosted, call, killed } = open();
  await call();
  hosted.renew();
  const { leave } = await call();
  await hosted.endIdle();
  expect(killed()).toEqual([false, false]);
  leave();
  await hosted.endIdle();
  expect(killed()).toEqual([false, true]);
});

test('a call of a process that ended does not stop the next one', async () => {
  const { call, crash, killed, failures } = open({ idleMs: 1000 });
  const first = await call();
  crash(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toEqual(['its process ended.']);
  const second = await call();
  first.leave();
  await vi.advanceTimersByTimeAsync(5000);
  expect([second.name, killed()]).toEqual([1, [true, false]]);
});
