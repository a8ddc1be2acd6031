import { expect, test, vi } from 'vitest';
import type { SourceHost } from '../../../../../src/service/hosting/sources/start-source-host.ts';
import { createWaitingHost } from '../../../../../src/service/hosting/sources/waiting-host.ts';

/** Starts processes that only note what happens to them. */
function recordHosts() {
  const events: string[] = [];
  let count = 0;
  const start = async (isAhead: boolean): Promise<SourceHost> => {
    const name = `${(count += 1)}`;
    events.push(`start ${name}${isAhead ? ' ahead' : ''}`);
    const load = async () => void events.push(`load ${name}`);
    // Only these two are used.
    return { load, kill: () => void events.push(`kill ${name}`) } as unknown as SourceHost;
  };
  return { events, start };
}

test('one process waits from the start, and the next is started once a version has been loaded for a moment', async () => {
  vi.useFakeTimers();
  const { events, start } = recordHosts();
  const waiting = createWaitingHost(start);
  expect(events).toEqual(['start 1']);
  const host = await waiting.take();
  expect(events).toEqual(['start 1']);
  await host.load('version', 1);
  vi.advanceTimersByTime(99);
  expect(events).toEqual(['start 1', 'load 1']);
  vi.advanceTimersByTime(1);
  expect(events).toEqual(['start 1', 'load 1', 'start 2 ahead']);
  vi.useRealTimers();
});

test('a version that comes early starts its process itself, and no second one', async () => {
  vi.useFakeTimers();
  const { events, start } = recordHosts();
  const waiting = createWaitingHost(start);
  await (await waiting.take()).load('version', 1);
  await waiting.take();
  vi.advanceTimersByTime(1000);
  expect(events).toEqual(['start 1', 'load 1', 'start 2']);
  vi.useRealTimers();
});

test('a process that is out of date is replaced and ended', async () => {
  const { events, start } = recordHosts();
  const waiting = createWaitingHost(start);
  waiting.renew();
  await waiting.take();
  expect(events).toEqual(['start 1', 'start 2', 'kill 1']);
});

test('none is started after the end', async () => {
  vi.useFakeTimers();
  const { events, start } = recordHosts();
  const waiting = createWaitingHost(start);
  await (await waiting.take()).load('version', 1);
  waiting.stop();
  vi.advanceTimersByTime(1000);
  waiting.renew();
  expect(events).toEqual(['start 1', 'load 1']);
  vi.useRealTimers();
});

test('a process that cannot start fails the version that needs it', async () => {
  const waiting = createWaitingHost(async () => await Promise.reject(new Error('no memory')));
  await expect(waiting.take()).rejects.toThrow('no memory');
});
