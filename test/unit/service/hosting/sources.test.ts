import { writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSourceHosting } from '../../../../src/service/hosting/sources/source-hosting.ts';
import {
  type SourceEnd,
  type SourceHost,
  startSourceHost,
} from '../../../../src/service/hosting/sources/start-source-host.ts';
import { packagePaths } from '../../../../src/use-cases/package-paths.ts';
import { tempFolder, type TempFolder } from '../../../helpers/temp-folder.ts';

/** Starts the process of sources that are in this folder. */
function startIn(folder: TempFolder, socket: string, onOutput: (text: string) => void): SourceHost {
  return startSourceHost({
    hostScript: packagePaths().sourceHostScript,
    socketPath: folder.path(socket),
    preload: folder.path('preload.mjs'),
    rehearses: true,
    readable: ['*'],
    folder: null,
    hasNativeCode: false,
    isOnlyWatched: false,
    variables: {},
    name: 'sample',
    resolveConfiguration: async () => ({}),
    onOutput,
  });
}

/** Answers with its name and process at `/run`, waits for a file at `/slow`, and ends its process at `/exit`. */
const versionOf = (name: string, go: string) => `
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const fetch = async (request) => {
  if (request.url.endsWith('/exit')) process.exit(3);
  if (request.url.endsWith('/slow')) {
    console.log('asked');
    while (!existsSync(${JSON.stringify(go)})) await setTimeout(5);
  }
  return Response.json({ name: ${JSON.stringify(name)}, pid: process.pid });
};
export const createApp = () => ({ describe: () => [], fetch });
export const exportNames = [];
`;
const accept = async (end: SourceEnd) => end;

/** Versions of sources, each in its own process. */
async function openVersions() {
  const folder = await tempFolder();
  const asked = Promise.withResolvers<void>();
  const hosting = createSourceHosting({
    hostScript: packagePaths().sourceHostScript,
    preload: folder.path('preload.mjs'),
    name: () => 'sample',
    permissions: () => ({ readable: ['*'], folder: null, hasNativeCode: false, isOnlyWatched: false }),
    readVariables: async () => ({}),
    resolveConfiguration: async () => ({}),
    onOutput: (text) => void (text.includes('asked') && asked.resolve()),
  });
  onTestFinished(async () => {
    await hosting.stop();
    await folder[Symbol.asyncDispose]();
  });
  const call = async (path = '/run', init: RequestInit = {}) =>
    await hosting.call(path, new Request(`http://wf${path}`, init));
  return {
    call,
    ask: async (path?: string) => (await (await call(path)).json()) as { name: string; pid: number },
    asked: asked.promise,
    /** Lets `/slow` answer. */
    go: async () => await writeFile(folder.path('go'), ''),
    load: async (name: string, accepts = accept) => {
      await writeFile(folder.path(`${name}.mjs`), versionOf(name, folder.path('go')));
      return await hosting.load(folder.path(`${name}.mjs`), accepts);
    },
  };
}

/** Waits until a process has ended. */
async function ended(pid: number): Promise<void> {
  await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('the newest accepted version serves, and the process of the one before ends', async () => {
  const { load, call, ask } = await openVersions();
  const early = await call();
  expect([early.status, await early.json()]).toEqual([503, { detail: 'The sources have not been built yet.' }]);
  expect(await load('one')).toMatchObject({ report: { type: 'described' } });
  const one = await ask();
  expect(one.name).toBe('one');
  await load('two');
  expect(await ask()).toMatchObject({ name: 'two' });
  await ended(one.pid);
  expect(await ask()).toMatchObject({ name: 'two' });
});

test('a version that is not accepted never serves, and the one before keeps serving', async () => {
  const { load, ask } = await openVersions();
  await load('one');
  const one = await ask();
  await expect(load('two', () => Promise.reject(new Error('does not start')))).rejects.toThrow('does not start');
  expect(await ask()).toEqual(one);
});

test('a replaced version finishes its calls before its process ends', async () => {
  const { load, ask, asked, go } = await openVersions();
  await load('one');
  const calling = ask('/slow');
  await asked;
  await load('two');
  expect(await ask()).toMatchObject({ name: 'two' });
  await go();
  const { name, pid } = await calling;
  expect(name).toBe('one');
  await ended(pid);
});

test('a call whose process ends fails, and the version is loaded again, once for all who wait', async () => {
  const { load, call, ask } = await openVersions();
  await load('one');
  const before = await ask();
  const failed = await call('/exit');
  const detail = 'The workflow failed in the middle of the call: its process ended with exit code 3.';
  expect([failed.status, await failed.json()]).toEqual([502, { detail }]);
  await ended(before.pid);
  // A process is gone before its parent is told.
  await vi.waitFor(async () => {
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first).toEqual(second);
    expect([first.name, first.pid === before.pid]).toEqual(['one', false]);
  }, 30_000);
});

test('a caller that leaves gets its own reason', async () => {
  const leaving = new AbortController();
  const { load, call, asked } = await openVersions();
  await load('one');
  const calling = call('/slow', { signal: leaving.signal });
  void asked.then(() => leaving.abort());
  await expect(calling).rejects.toMatchObject({ name: 'AbortError' });
});

/** A sample that prints how it was called. */
const PRELOAD = `
const fetch = async (request) => {
  console.log('called', request.url, request.headers.get('traceparent'), await request.text());
  return new Response();
};
export const sample = async () => ({
  createApp: () => ({ describe: () => void console.log('described'), fetch }),
  SAMPLE_CALL: { path: '/sample', body: 'again' },
});
`;

const VERSION = `
export const createApp = () => ({ describe: () => ['route'], fetch: async () => new Response() });
export const exportNames = ['route'];
`;

async function startHost(preload: string) {
  const folder = await tempFolder();
  await writeFile(folder.path('preload.mjs'), preload);
  await writeFile(folder.path('version.mjs'), VERSION);
  let output = '';
  const host = startIn(folder, 'socket', (text) => (output += text));
  return {
    load: async () => await host.load(folder.path('version.mjs'), 60_000),
    /** Complete only when the process has ended. */
    end: async () => {
      host.kill();
      await host.exited;
      return output;
    },
    [Symbol.asyncDispose]: async () => {
      host.kill();
      await host.exited;
      await folder[Symbol.asyncDispose]();
    },
  };
}

const LOADED = { type: 'reported', report: { type: 'described', routes: ['route'], exportNames: ['route'] } };

test('a waiting process calls the sample once, outside of any exported trace', async () => {
  await using host = await startHost(PRELOAD);
  expect(await host.load()).toEqual(LOADED);
  expect(await host.end()).toMatch(/^described\ncalled http:\/\/[^/]+\/sample 00-1{32}-1{16}-00 again\n$/);
});

test.each([
  ['cannot be loaded', 'import "nowhere";'],
  ['has no sample', 'export {};'],
  ['has a sample that fails', 'export const sample = async () => { throw new Error("no"); };'],
])('a version is loaded after a module that %s', async (_, preload) => {
  await using host = await startHost(preload);
  expect(await host.load()).toEqual(LOADED);
});
