import { writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createKeepAliveAgent } from '../../../../src/service/hosting/calls/keep-alive-agent.ts';
import { createSourceVersions } from '../../../../src/service/hosting/sources/source-versions.ts';
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
    hasNativeCode: false,
    isOnlyWatched: false,
    variables: {},
    name: 'sample',
    onFetchConfiguration: () => undefined,
    onOutput,
  });
}

/** Answers with its name at `/run`, waits for a file at `/slow`, and ends its process at `/exit`. */
const versionOf = (name: string, go: string) => `
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const fetch = async (request) => {
  if (request.url.endsWith('/exit')) process.exit(3);
  if (request.url.endsWith('/slow')) {
    console.log('asked');
    while (!existsSync(${JSON.stringify(go)})) await setTimeout(5);
  }
  return new Response(${JSON.stringify(name)});
};
export const createApp = () => ({ describe: () => [], fetch });
export const exportNames = [];
`;
const accept = async (end: SourceEnd) => end;

/** Versions of sources, each in its own process. */
async function openVersions() {
  const folder = await tempFolder();
  const connections = createKeepAliveAgent();
  const hosts: SourceHost[] = [];
  const asked = Promise.withResolvers<void>();
  const takeHost = async (): Promise<SourceHost> => {
    const host = startIn(folder, `socket-${hosts.length}`, (text) => void (text.includes('asked') && asked.resolve()));
    hosts.push(host);
    return host;
  };
  onTestFinished(async () => {
    connections.destroy();
    for (const host of hosts) host.kill();
    await Promise.all(hosts.map(({ exited }) => exited));
    await folder[Symbol.asyncDispose]();
  });
  const versions = createSourceVersions({ takeHost, connections });
  return {
    hosts,
    serving: versions.serving,
    asked: asked.promise,
    /** Lets `/slow` answer. */
    go: async () => await writeFile(folder.path('go'), ''),
    load: async (name: string, accepts = accept) => {
      await writeFile(folder.path(`${name}.mjs`), versionOf(name, folder.path('go')));
      return await versions.load(folder.path(`${name}.mjs`), accepts);
    },
    call: async (path = '/run', init: RequestInit = {}) => {
      const version = await versions.serving();
      return await (await version.call(path, new Request(`http://wf${path}`, init))).text();
    },
  };
}

test('the newest accepted version serves, and the process of the one before ends', async () => {
  const { load, call, hosts, serving } = await openVersions();
  await expect(serving()).rejects.toMatchObject({ status: 503, message: 'The sources have not been built yet.' });
  expect(await load('one')).toMatchObject({ report: { type: 'described' } });
  expect(await call()).toBe('one');
  await load('two');
  expect(await call()).toBe('two');
  await hosts[0]?.exited;
  expect(await call()).toBe('two');
});

test('the process of a version that is not accepted ends, and the one before keeps serving', async () => {
  const { load, call, hosts } = await openVersions();
  await load('one');
  await expect(load('two', () => Promise.reject(new Error('does not start')))).rejects.toThrow('does not start');
  expect(await call()).toBe('one');
  await hosts[1]?.exited;
  expect(await call()).toBe('one');
});

test('a replaced version finishes its calls before its process ends', async () => {
  const { load, call, asked, go, hosts } = await openVersions();
  await load('one');
  const calling = call('/slow');
  await asked;
  await load('two');
  expect(await call()).toBe('two');
  await go();
  expect(await calling).toBe('one');
  await hosts[0]?.exited;
});

test('a call whose process ends fails, and the version is loaded again, once for all who wait', async () => {
  const { load, call, hosts, serving } = await openVersions();
  await load('one');
  await expect(call('/exit')).rejects.toMatchObject({
    status: 502,
    message: 'The process of the sources ended in the middle of the call; its output says why.',
    cause: expect.any(Error),
  });
  await hosts[0]?.exited;
  const [first, second] = await Promise.all([serving(), serving()]);
  expect(first).toBe(second);
  expect([await call(), hosts.length]).toEqual(['one', 2]);
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
