import { describe, expect, test } from 'vitest';
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
