import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBackoff } from '../../../../../src/service/hosting/bundles/create-backoff.ts';
import { createBundleProcess } from '../../../../../src/service/hosting/bundles/bundle-process.ts';
import { HostingFailure } from '../../../../../src/service/hosting/hosting-failure.ts';
import type { RunningHost } from '../../../../../src/service/hosting/processes/start-host-process.ts';
import { startHosting } from '../../../../helpers/start-hosting.ts';
import { processesOf, untilAllGone } from '../../../../helpers/watch-process.ts';

describe('a bundle that misbehaves', () => {
  test('and exits answers 502 with its last lines; the next call works', async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    const response = await host.call(bundle, '/exit');
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({
      detail:
        'The workflow of app "support" failed in the middle of the call: its process ended with exit code 7. Its last lines: the reason is here',
    });
    expect((await host.call(bundle, '/health')).status).toBe(200);
  });

  test('and keeps crashing backs off longer and longer', async () => {
    let now = 1_000_000;
    await using host = await startHosting({ now: () => now });
    const bundle = await host.deploy('refuses-to-start.mjs');
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await host.call(bundle, '/health')).status);
    expect(statuses).toEqual([502, 502, 503]);
    const resting = await host.call(bundle, '/health');
    expect(resting.headers.get('retry-after')).toBe('1');
    expect((await resting.json()).detail).toContain('the model file is missing');
    now += 501;
    expect((await host.call(bundle, '/health')).status).toBe(502);
    now += 501;
    expect((await host.call(bundle, '/health')).status).toBe(503);
  });

  test('and does not start reports why', async () => {
    await using host = await startHosting();
    const response = await host.call(await host.deploy('refuses-to-start.mjs'), '/health');
    expect(response.status).toBe(502);
    expect((await response.json()).detail).toMatch(
      /^Starting the workflow of app "support" failed: its process ended with exit code 1\. Its last lines: [^]*the model file is missing$/,
    );
  });

  test('and never finishes its import times out', async () => {
    await using host = await startHosting({ limits: { startTimeoutMs: 300 } });
    const response = await host.call(await host.deploy('never-ready.mjs'), '/health');
    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({
      detail: 'Starting the workflow of app "support" timed out after 0.3 s.',
    });
  });

  test('and loops forever answers 504 and is restarted', { timeout: 60_000 }, async () => {
    await using host = await startHosting({ limits: { callTimeoutMs: 2000 } });
    const bundle = await host.deploy('probe.mjs');
    await host.call(bundle, '/health');
    const running = processesOf(host);
    const response = await host.call(bundle, '/loop');
    expect(response.status).toBe(504);
    expect((await response.json()).detail).toBe(
      'The workflow of app "support" did not answer within 2 s. Its process no longer answers, so it was ended; the next call starts another.',
    );
    await untilAllGone(running);
    expect((await host.call(bundle, '/health')).status).toBe(200);
  });

  test('and misses one deadline keeps its process', { timeout: 60_000 }, async () => {
    await using host = await startHosting({ limits: { callTimeoutMs: 2000 } });
    const bundle = await host.deploy('probe.mjs');
    const { instance } = await (await host.call(bundle, '/process')).json();
    const response = await host.call(bundle, '/hang');
    expect([response.status, await response.json()]).toEqual([
      504,
      { detail: 'The workflow of app "support" did not answer within 2 s.' },
    ]);
    expect((await (await host.call(bundle, '/process')).json()).instance).toBe(instance);
  });

  test('and exceeds its heap limit is killed', { timeout: 60_000 }, async () => {
    await using host = await startHosting({ limits: { memoryMb: 32 } });
    const response = await host.call(await host.deploy('probe.mjs'), '/memory');
    expect(response.status).toBe(502);
    expect((await response.json()).detail).toContain('used more than 32 MB of heap, the most that wf gives a workflow');
  });

  test('and exceeds its limit by buffers, which the heap does not count, is killed', { timeout: 60_000 }, async () => {
    await using host = await startHosting({ limits: { memoryMb: 32 } });
    const response = await host.call(await host.deploy('probe.mjs'), '/buffers');
    expect([response.status, await response.json()]).toEqual([
      502,
      {
        detail:
          'The workflow of app "support" failed in the middle of the call: its process used more than 288 MB of memory, the most that wf gives a workflow.',
      },
    ]);
  });

  test('and exits during an answer aborts its body', async () => {
    await using host = await startHosting();
    const response = await host.call(await host.deploy('probe.mjs'), '/cut');
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});

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

  test('keeps running when a call arrives in time', async () => {
    const { process, events } = createRecorded();
    await process.enter();
    process.leave();
    await vi.advanceTimersByTimeAsync(499);
    await process.enter();
    await vi.advanceTimersByTimeAsync(1000);
    process.leave();
    await vi.advanceTimersByTimeAsync(499);
    expect(events).toEqual(['start 1']);
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
