import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HostingFailure, toFailureResponse } from '../../../../src/service/hosting/hosting-failure.ts';
import { startHosting } from '../../../helpers/start-hosting.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test.each([
  [new HostingFailure(504, 'Too slow.'), 504, null, 'Too slow.'],
  [new HostingFailure(503, 'Busy.', { retryAfterSeconds: 0 }), 503, '0', 'Busy.'],
  [new Error('no'), 502, null, 'The workflow could not be called: no'],
  ['text', 502, null, 'The workflow could not be called: text'],
  [
    new Error("ENOSPC: no space left on device, open '/srv/data/artifacts/a.mjs'"),
    502,
    null,
    "The workflow could not be called: ENOSPC: no space left on device, open 'artifacts/a.mjs'",
  ],
])('the failure %s answers %i, and says when to retry: %s', async (error, status, retryAfter, detail) => {
  const answer = toFailureResponse(error, ['/srv/data']);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    status,
    retryAfter,
    { detail },
  ]);
});

test('the root of the file system, as the folder of a service, hides nothing', async () => {
  const answer = toFailureResponse(new Error("ENOENT: no such file, open '/data/a.mjs'"), ['/']);
  expect(await answer.json()).toEqual({ detail: expect.stringContaining("no such file, open '/data/a.mjs'") });
});

describe('a bundle that misbehaves', () => {
  const MIDDLE = 'The workflow of app "support" failed in the middle of the call: its process ';
  test.each([
    [
      'exits',
      'probe.mjs',
      '/exit',
      {},
      502,
      ['crash'],
      `${MIDDLE}ended with exit code 7. The app's log has what it wrote.`,
    ],
    [
      'is slow',
      'probe.mjs',
      '/hang',
      { callTimeoutMs: 3000 },
      504,
      [],
      'The workflow of app "support" did not answer within 3 s.',
    ],
    [
      'answers nothing any more',
      'probe.mjs',
      '/loop',
      { callTimeoutMs: 3000 },
      504,
      ['time'],
      'The workflow of app "support" did not answer within 3 s. Its process no longer answers, so it was ended; the next call starts another.',
    ],
    [
      'never finishes its import',
      'never-ready.mjs',
      '/health',
      { startTimeoutMs: 300 },
      504,
      ['time'],
      'Starting the workflow of app "support" timed out after 0.3 s.',
    ],
    [
      'does not start',
      'refuses-to-start.mjs',
      '/health',
      {},
      502,
      ['crash'],
      'Starting the workflow of app "support" failed: its process ended with exit code 1. The app\'s log has what it wrote.',
    ],
    [
      'exceeds its heap limit',
      'probe.mjs',
      '/memory',
      { memoryMb: 32 },
      502,
      ['memory'],
      expect.stringContaining('used more than 32 MB of heap, the most that wf gives a workflow'),
    ],
    [
      'exceeds its limit by buffers, which the heap does not count',
      'probe.mjs',
      '/buffers',
      { memoryMb: 32 },
      502,
      ['memory'],
      `${MIDDLE}used more than 288 MB of memory, the most that wf gives a workflow.`,
    ],
  ])('and %s is reported', async (_, bundle, path, limits, status, reasons, detail) => {
    const killed: string[] = [];
    await using host = await startHosting({ limits, onKilled: (reason) => void killed.push(reason) });
    const deployed = await host.deploy(bundle);
    const response = await host.call(deployed, path);
    expect([response.status, await response.json()]).toEqual([status, { detail }]);
    if (bundle === 'probe.mjs') expect((await host.call(deployed, '/health')).status).toBe(200);
    await host.hosting.stop();
    expect(killed).toEqual(reasons);
  });

  test('and exits during an answer aborts its body', async () => {
    await using host = await startHosting();
    const response = await host.call(await host.deploy('probe.mjs'), '/cut');
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  test('and answers nothing any more is ended for a caller with a shorter time limit, too', async () => {
    const killed: string[] = [];
    await using host = await startHosting({ onKilled: (reason) => void killed.push(reason) });
    const deployed = await host.deploy('probe.mjs');
    const instanceOf = async () => (await (await host.call(deployed, '/process')).json()).instance;
    const first = await instanceOf();
    // The first call may be given up before the loop has begun.
    const loop = async () => {
      await expect(host.call(deployed, '/loop', { signal: AbortSignal.timeout(100) })).rejects.toThrow();
      return killed;
    };
    await expect.poll(loop).toContain('time');
    expect(await instanceOf()).not.toBe(first);
  });

  test('and fails again and again is not started before the time that its callers are told', async () => {
    let now = 1000;
    await using host = await startHosting({ now: () => now });
    const deployed = await host.deploy('refuses-to-start.mjs');
    const call = async () => await host.call(deployed, '/health');
    expect([(await call()).status, (await call()).status]).toEqual([502, 502]);
    const early = await call();
    expect([early.status, early.headers.get('retry-after'), await early.json()]).toEqual([
      503,
      '1',
      {
        detail: expect.stringMatching(
          /^Calls of the workflow of app "support" keep failing; retrying in 1 s; last time Starting [^]*exit code 1/,
        ),
      },
    ]);
    now += 500;
    expect((await call()).status).toBe(502);
  });
});

test('a process whose socket cannot be created leaves no folder, nor a copy of its bundle', async () => {
  await using host = await startHosting(process.getuid?.() === 0 ? { users: { first: 70_001, last: 70_001 } } : {});
  const deployment = await host.deploy('probe.mjs');
  await using folder = await tempFolder();
  // A socket's path has about 100 bytes at most.
  const root = folder.path('x'.repeat(120));
  await mkdir(root);
  vi.stubEnv('TMPDIR', root);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await host.call(deployment, '/health')).status).toBe(502);
  const [own = ''] = await readdir(root);
  expect(await readdir(join(root, own))).toEqual([]);
});
