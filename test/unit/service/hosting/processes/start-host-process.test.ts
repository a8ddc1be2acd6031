import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { HeldProgram } from '../../../../../src/sandbox/held-program.ts';
import type { Sandbox } from '../../../../../src/sandbox/create-sandbox.ts';
import {
  startHostProcess,
  type StartHostProcessOptions,
} from '../../../../../src/service/hosting/processes/start-host-process.ts';

const OPTIONS: Omit<StartHostProcessOptions, 'sandbox' | 'onOutput'> = {
  hostScript: pathToFileURL('/wf/dist/host.js'),
  bundle: '/bundles/a.mjs',
  files: null,
  packages: null,
  socketPath: '/sockets/a/s',
  socketFolder: '/sockets/a',
  variables: {},
  egress: null,
  user: null,
  memoryMb: 128,
  startTimeoutMs: 60_000,
  name: 'support',
  subject: 'the workflow of app "support"',
  onFetchConfiguration: () => undefined,
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
      hasNativeCode: false,
      socketFolder: '/sockets/a',
      hasNetwork: true,
      memoryMb: 384,
      user: null,
    });
  });

  test('reads all sources when it runs from source', async () => {
    const hostScript = pathToFileURL('/wf/src/runtime/host-process.ts');
    expect((await launchedBy({ hostScript })).readable).toEqual(['/wf', '/bundles/a.mjs']);
  });

  test.each([
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
      launch: () => Promise.resolve({ file: '/bin/sh', args: ['-c', script], detached: false, group: null }),
    };
    const onOutput = (stream: string, text: string) => void output.push(`${stream}: ${text}`);
    return { output, starting: startHostProcess({ ...OPTIONS, sandbox, onOutput }) };
  }
  const say = (message: object) => `echo '${JSON.stringify(message)}' >&3`;

  test('is ready when it says so', async () => {
    const { starting } = start(`${say({ type: 'ready', takesClients: true })}; exec sleep 60`);
    const host = await starting;
    expect([host.socketPath, host.takesClients]).toEqual(['/sockets/a/s', true]);
    host.kill();
    expect(await host.exited).toMatch(/^was ended by SIG(?:TERM|KILL)\.$/);
  });

  test('of an older bundle takes no clients', async () => {
    const host = await start(`${say({ type: 'ready' })}; exit 3`).starting;
    expect([host.takesClients, await host.exited]).toEqual([false, 'ended with exit code 3.']);
  });

  test('that ends early fails the start with its last lines', async () => {
    const { output, starting } = start("printf 'one\\n'; printf 'no end' >&2; exit 7");
    await expect(starting).rejects.toMatchObject({
      status: 502,
      message:
        'Starting the workflow of app "support" failed: its process ended with exit code 7. Its last lines: no end',
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
      launch: () => Promise.resolve({ file: '/nowhere/node', args: [], detached: false, group: null }),
    };
    await expect(startHostProcess({ ...OPTIONS, sandbox, onOutput: () => undefined })).rejects.toMatchObject({
      status: 502,
      message:
        'Starting the workflow of app "support" failed: its process could not be started: spawn /nowhere/node ENOENT.',
    });
  });
});
