import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Sandbox } from '../../../../src/sandbox/create-sandbox.ts';
import type { HeldProgram } from '../../../../src/sandbox/held-program.ts';
import { createRelayPlaces } from '../../../../src/service/egress/relay-places.ts';
import { requireBundleUsers } from '../../../../src/service/hosting/bundles/hosting-options.ts';
import { createUserPool } from '../../../../src/service/hosting/bundles/tenants.ts';
import { createSocketFolder } from '../../../../src/service/hosting/processes/create-socket-folder.ts';
import { killSoon } from '../../../../src/sandbox/held-process.ts';
import {
  startHostProcess,
  type StartHostProcessOptions,
} from '../../../../src/service/hosting/processes/start-host-process.ts';
import { watchProcessor } from '../../../../src/sandbox/watch-process.ts';

const OPTIONS: Omit<StartHostProcessOptions, 'sandbox' | 'onOutput'> = {
  hostScript: pathToFileURL('/wf/dist/host.js'),
  bundle: '/bundles/a.mjs',
  files: null,
  packages: null,
  socketPath: '/sockets/a/s',
  socketFolder: '/sockets/a',
  listening: null,
  relays: createRelayPlaces(1024),
  variables: {},
  egress: null,
  user: null,
  memoryMb: 128,
  startTimeoutMs: 60_000,
  name: 'support',
  subject: 'the workflow of app "support"',
  resolveConfiguration: async () => ({}),
};

describe('the program that serves a bundle', () => {
  async function launchedBy(options: Partial<StartHostProcessOptions>): Promise<HeldProgram> {
    const launched = Promise.withResolvers<HeldProgram>();
    const sandbox: Sandbox = {
      kindFor: () => Promise.resolve('permission-model'),
      launch: (program) => {
        launched.resolve(program);
        return Promise.reject(new Error('Nothing is started.'));
      },
    };
    const starting = startHostProcess({ ...OPTIONS, sandbox, onOutput: () => undefined, ...options });
    await expect(starting).rejects.toThrow('Nothing is started.');
    return await launched.promise;
  }

  test('reads its own code and the bundle', async () => {
    expect(await launchedBy({})).toEqual({
      flags: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
      script: '/wf/dist/host.js',
      args: ['/bundles/a.mjs', '/sockets/a/s', 'support'],
      readable: ['/wf/dist', '/bundles/a.mjs'],
      linked: [],
      hasNativeCode: false,
      hasNetwork: true,
      memoryMb: 384,
      user: null,
    });
  });

  test.each([
    [{ hostScript: pathToFileURL('/wf/src/runtime/host-process.ts') }, ['/wf', '/bundles/a.mjs'], false],
    [{ files: '/bundles/a' }, ['/wf/dist', '/bundles/a'], false],
    [{ files: '/bundles/a', packages: '/bundles/a' }, ['/wf/dist', '/bundles/a'], true],
    [{ files: '/bundles/a', packages: '/packages/b' }, ['/wf/dist', '/bundles/a', '/packages/b'], true],
    [{ packages: '/packages/b' }, ['/wf/dist', '/bundles/a.mjs', '/packages/b'], true],
  ])('with %o may read %j', async (options, readable, hasNativeCode) => {
    expect(await launchedBy({ ...options, user: 1000 })).toMatchObject({ readable, hasNativeCode, user: 1000 });
  });
});

describe('the process', () => {
  /** Runs lines of a shell in place of a bundle. */
  function start(script: string) {
    const output: string[] = [];
    const sandbox: Sandbox = {
      kindFor: () => Promise.resolve('permission-model'),
      launch: () =>
        Promise.resolve({ file: '/bin/sh', args: ['-c', script], detached: false, group: null, folder: null }),
    };
    const onOutput = (stream: string, text: string) => void output.push(`${stream}: ${text}`);
    return { output, starting: startHostProcess({ ...OPTIONS, sandbox, onOutput }) };
  }
  const say = (message: object) => `echo '${JSON.stringify(message)}' >&3`;

  test('that says that it is ready is returned, and its end is reported', async () => {
    const host = await start(`${say({ type: 'ready' })}; exit 3`).starting;
    expect(await host.exited).toBe('ended with exit code 3.');
  });

  test('that ends early fails the start, and the log has what it wrote', async () => {
    const { output, starting } = start("printf 'one\\n'; printf 'no end' >&2; exit 7");
    await expect(starting).rejects.toMatchObject({
      status: 502,
      message:
        'Starting the workflow of app "support" failed: its process ended with exit code 7. The app\'s log has what it wrote.',
    });
    expect(output.toSorted()).toEqual(['stderr: \n', 'stderr: no end', 'stdout: one\n']);
  });

  test.each([
    ['is ready twice', `${say({ type: 'ready' })}; ${say({ type: 'ready' })}`, 'ready for the second time'],
    ['answers a call that nobody made', say({ type: 'answers', answers: [{ id: 1 }] }), ''],
  ])('that %s is killed', async (_, script, why) => {
    const { starting } = start(`${script}; exec sleep 60`);
    const reason = await starting.then(
      async (host) => await host.exited,
      (error: unknown) => String(error),
    );
    expect(reason).toContain(`sent an invalid message (${why}`);
    expect(reason).toMatch(/ and was killed\.$/);
  });

  test('that cannot be started fails the start', async () => {
    const sandbox: Sandbox = {
      kindFor: () => Promise.resolve('permission-model'),
      launch: () => Promise.resolve({ file: '/nowhere/node', args: [], detached: false, group: null, folder: null }),
    };
    await expect(startHostProcess({ ...OPTIONS, sandbox, onOutput: () => undefined })).rejects.toMatchObject({
      status: 502,
      message:
        'Starting the workflow of app "support" failed: its process could not be started: spawn /nowhere/node ENOENT.',
    });
  });
});

test('each process gets a folder that only its user can enter', async () => {
  const sockets = createSocketFolder();
  const [one, other] = [await sockets.newFolder(null), await sockets.newFolder(null)];
  expect(dirname(one)).toBe(dirname(other));
  expect(one).not.toBe(other);
  if (process.platform !== 'win32') expect((await stat(one)).mode & 0o777).toBe(0o700);
  await sockets.remove();
  expect(existsSync(dirname(one))).toBe(false);
});

test('folders that are created while they are removed leave nothing behind', async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const sockets = createSocketFolder();
    const first = await sockets.newFolder(null);
    const creating = Array.from({ length: 20 }, () => sockets.newFolder(null));
    const [created] = await Promise.all([Promise.all(creating), sockets.remove()]);
    expect([first, ...created].filter((folder) => existsSync(folder))).toEqual([]);
    expect(existsSync(dirname(first))).toBe(false);
    await expect(sockets.newFolder(null)).rejects.toMatchObject({ status: 503, message: 'The service is stopping.' });
  }
});

test('a process that ignores SIGTERM is killed after a second', async () => {
  const deaf = `process.on('SIGTERM', () => 0); setInterval(() => 0, 1000); process.stdout.write('up');`;
  const child = spawn(process.execPath, ['-e', deaf]);
  await once(child.stdout, 'data');
  killSoon(child);
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
});

test('a process that computes without a pause is noticed', async () => {
  // One computes, the other only waits.
  const children = ['for (;;);', 'setInterval(() => {}, 1000)'].map((code) =>
    spawn(process.execPath, ['-e', code], { stdio: 'ignore' }),
  );
  const noticed: number[] = [];
  const busy = Promise.withResolvers<void>();
  const watches = children.map(({ pid = 0 }, index) =>
    watchProcessor(pid, () => {
      noticed.push(index);
      busy.resolve();
    }),
  );
  // Elsewhere nothing tells it.
  const isWatched = process.platform === 'linux';
  if (isWatched) await busy.promise;
  for (const watch of watches) watch.stop();
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => once(child, 'exit')));
  expect(noticed).toEqual(isWatched ? [0] : []);
});

test('each app always has the same user; surplus apps share users', () => {
  const userOf = createUserPool({ first: 70_001, last: 70_002 });
  expect(['a', 'b', 'a', 'c', 'b'].map(userOf)).toEqual([70_001, 70_002, 70_001, 70_001, 70_002]);
  expect(createUserPool(undefined)('a')).toBeNull();
});

test.each(['', '0', 'nobody', '70002-70001', '-1', '1-', '7e4', '70000-0'])('%j is not a user', (text) => {
  expect(() => requireBundleUsers(text)).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: `${JSON.stringify(text)} is not a user: expected a number above 0, or a range of them.`,
      nextSteps: ['wf serve --bundle-users 70000-70099'],
    }),
  );
});

test.each(['1', '70001', '70001-70001', '70001-70002'])('%j is refused where the service is not root', (text) => {
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(1000);
  onTestFinished(() => getuid.mockRestore());
  expect(() => requireBundleUsers(text)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message:
        'Bundles can run as separate users only where the service runs as root on Linux, with setpriv of util-linux.',
      nextSteps: ['wf serve'],
    }),
  );
});
