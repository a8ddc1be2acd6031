import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBackoff } from '../../../../src/service/hosting/bundles/create-backoff.ts';
import { createBundleProcess } from '../../../../src/service/hosting/bundles/bundle-process.ts';
import { HostingFailure } from '../../../../src/service/hosting/hosting-failure.ts';
import type { RunningHost } from '../../../../src/service/hosting/processes/start-host-process.ts';

describe('the process of a bundle', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  /** Starts processes that only note what happens to them; each can be made to end. */
  function createRecorded(startHost?: () => Promise<RunningHost>) {
    const events: string[] = [];
    const ends: ((reason: string) => void)[] = [];
    const start = async (): Promise<RunningHost> => {
      const name = String(ends.length + 1);
      events.push(`start ${name}`);
      const { promise: exited, resolve } = Promise.withResolvers<string>();
      ends.push(resolve);
      const kill = () => {
        events.push(`kill ${name}`);
        resolve('was killed');
      };
      // Only these are used.
      return { socketPath: name, exited, kill } as unknown as RunningHost;
    };
    const process = createBundleProcess({
      start: startHost ?? start,
      subject: 'the workflow',
      idleMs: 500,
      backoff: createBackoff(() => Date.now()),
      onFailure: (reason) => void events.push(reason),
    });
    return { process, events, ends };
  }

  test('is one for calls at the same time, and stops once none was left for a while', async () => {
    const { process, events } = createRecorded();
    const [first, second] = await Promise.all([process.enter(), process.enter()]);
    expect([first.socketPath, second.socketPath]).toEqual(['1', '1']);
    process.leave();
    await vi.advanceTimersByTimeAsync(1000);
    process.leave();
    await vi.advanceTimersByTimeAsync(499);
    expect(events).toEqual(['start 1']);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['start 1', 'kill 1']);
    expect((await process.enter()).socketPath).toBe('2');
  });

  test('is replaced, and the old one ends after its calls', async () => {
    const { process, events } = createRecorded();
    process.renew();
    await process.enter();
    process.renew();
    expect((await process.enter()).socketPath).toBe('2');
    process.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['start 1', 'start 2']);
    process.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['start 1', 'start 2', 'kill 1']);
    process.renew();
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['start 1', 'start 2', 'kill 1', 'kill 2']);
  });

  test('is ended a minute after it was replaced, even during a call', async () => {
    const { process, events } = createRecorded();
    await process.enter();
    process.renew();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(events).toEqual(['start 1']);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['start 1', 'kill 1']);
  });

  test('stops on demand together with the one that it replaced', async () => {
    const { process, events } = createRecorded();
    await process.stop();
    await process.enter();
    process.renew();
    await process.enter();
    await process.stop();
    expect(events.toSorted()).toEqual(['kill 1', 'kill 2', 'start 1', 'start 2']);
    process.leave();
    process.leave();
    await process.enter();
    await process.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(events.slice(4)).toEqual(['start 3', 'kill 3']);
  });

  test('that ends on its own counts as a failure, and one that was stopped does not', async () => {
    const { process, events, ends } = createRecorded();
    await process.enter();
    ends[0]?.('ended with exit code 7.');
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['start 1', 'its process ended with exit code 7.']);
    await process.enter();
    await process.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(events.slice(2)).toEqual(['start 2', 'kill 2']);
  });

  test('is not started while it backs off', async () => {
    const errors: unknown[] = [new Error('no memory'), 'no file'];
    const { process, events } = createRecorded(async () => await Promise.reject(errors.shift()));
    await expect(process.enter()).rejects.toThrow('no memory');
    await expect(process.enter()).rejects.toBe('no file');
    expect(events).toEqual(['no memory', 'no file']);
    vi.setSystemTime(1_000_001);
    const message = 'Calls of the workflow keep failing; retrying in 1 s; last time no file';
    await expect(process.enter()).rejects.toEqual(new HostingFailure(503, message, { retryAfterSeconds: 1 }));
    vi.setSystemTime(1_000_500);
    await expect(process.enter()).rejects.toBeUndefined();
  });
});

test('the first restart is immediate, and the delay of further ones doubles up to half a minute', () => {
  const backoff = createBackoff(() => 1000);
  const delays = Array.from({ length: 9 }, (_, index) => {
    backoff.noteFailure(`failure ${index}`);
    return backoff.remainingMs();
  });
  expect(delays).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(backoff.lastReason).toBe('failure 8');
});

test('a delay runs out, and a success ends it', () => {
  let now = 1000;
  const backoff = createBackoff(() => now);
  expect([backoff.remainingMs(), backoff.lastReason]).toEqual([0, '']);
  backoff.noteFailure('a');
  backoff.noteFailure('b');
  now += 499;
  expect(backoff.remainingMs()).toBe(1);
  now += 2;
  expect(backoff.remainingMs()).toBe(0);
  backoff.noteFailure('c');
  expect(backoff.remainingMs()).toBe(1000);
  backoff.noteSuccess();
  expect(backoff.remainingMs()).toBe(0);
  backoff.noteFailure('d');
  expect(backoff.remainingMs()).toBe(0);
  backoff.noteFailure('e');
  expect(backoff.remainingMs()).toBe(500);
});
