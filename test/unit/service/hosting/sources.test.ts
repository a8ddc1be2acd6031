import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKeepAliveAgent } from '../../../../src/service/hosting/calls/keep-alive-agent.ts';
import { createSourceVersions } from '../../../../src/service/hosting/sources/source-versions.ts';
import {
  type SourceEnd,
  type SourceHost,
  startSourceHost,
} from '../../../../src/service/hosting/sources/start-source-host.ts';
import { createWaitingHost } from '../../../../src/service/hosting/sources/waiting-host.ts';
import { packagePaths } from '../../../../src/use-cases/package-paths.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const DESCRIBED = { type: 'reported', report: { type: 'described' } } as unknown as SourceEnd; // what is read of it
const accept = async (end: SourceEnd) => end;

/** Processes that the test plays: each answers with its number, and notes what happens to it. */
async function openVersions(ends: readonly SourceEnd[] = [], answer?: RequestListener) {
  const folder = await tempFolder();
  const connections = createKeepAliveAgent();
  const events: string[] = [];
  const exits: (() => void)[] = [];
  const servers: ReturnType<typeof createServer>[] = [];
  const left = [...ends];
  const takeHost = async (): Promise<SourceHost> => {
    const number = servers.length + 1;
    const socketPath = folder.path(`host-${number}`);
    const server = createServer(answer ?? ((_, response) => void response.end(`host ${number}`)));
    servers.push(server);
    await once(server.listen(socketPath), 'listening');
    const exited = Promise.withResolvers<string>();
    exits.push(() => exited.resolve('ended'));
    return {
      socketPath,
      exited: exited.promise,
      load: async (bundle: string) => {
        events.push(`load ${bundle} in ${number}`);
        return left.shift() ?? DESCRIBED;
      },
      kill: () => void events.push(`kill ${number}`),
    };
  };
  onTestFinished(async () => {
    connections.destroy();
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
    await folder[Symbol.asyncDispose]();
  });
  const versions = createSourceVersions({ takeHost, connections });
  const call = async (signal?: AbortSignal) => {
    const version = await versions.serving();
    return await version.call('/run', new Request('http://wf/run', signal === undefined ? {} : { signal }));
  };
  const end = async (number: number) => {
    exits[number - 1]?.();
    await Promise.resolve();
  };
  return { ...versions, call, events, end };
}

test('the newest accepted version serves, and the one before ends', async () => {
  const { load, call, events, serving } = await openVersions();
  await expect(serving()).rejects.toMatchObject({ status: 503, message: 'The sources have not been built yet.' });
  expect(await load('one', accept)).toBe(DESCRIBED);
  expect(await (await call()).text()).toBe('host 1');
  await load('two', accept);
  expect(await (await call()).text()).toBe('host 2');
  expect(events).toEqual(['load one in 1', 'load two in 2', 'kill 1']);
});

test('a version that is not accepted ends, and the one before keeps serving', async () => {
  const { load, call, events } = await openVersions();
  await load('one', accept);
  const refused = load('two', () => Promise.reject(new Error('does not start')));
  await expect(refused).rejects.toThrow('does not start');
  expect(await (await call()).text()).toBe('host 1');
  expect(events.at(-1)).toBe('kill 2');
});

test('a replaced version ends when its calls are done', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { load, call, events } = await openVersions([], (_, response) => {
    asked.resolve();
    void answered.promise.then(() => response.end('late'));
  });
  await load('one', accept);
  const calling = call();
  await asked.promise;
  await load('two', accept);
  expect(events).not.toContain('kill 1');
  answered.resolve();
  expect(await (await calling).text()).toBe('late');
  await expect.poll(() => events).toContain('kill 1');
});

test('a version whose process ended is loaded again, once for all who wait', async () => {
  const { load, call, events, end, serving } = await openVersions();
  await load('one', accept);
  await end(1);
  const [first, second] = await Promise.all([serving(), serving()]);
  expect(first).toBe(second);
  expect(first.bundle).toBe('one');
  expect(await (await call()).text()).toBe('host 2');
  expect(events).toEqual(['load one in 1', 'load one in 2']);
});

test('a process that ends in the middle of a call fails it', async () => {
  const { load, call } = await openVersions([], (request) => void request.socket.destroy());
  await load('one', accept);
  await expect(call()).rejects.toMatchObject({
    status: 502,
    message: 'The process of the sources ended in the middle of the call; its output says why.',
    cause: expect.any(Error),
  });
});

test('a caller that leaves gets its own reason', async () => {
  const leaving = new AbortController();
  const { load, call } = await openVersions([], () => leaving.abort());
  await load('one', accept);
  await expect(call(leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

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

describe('the waiting process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is started first, and the next one once a version has been loaded for a moment', async () => {
    const { events, start } = recordHosts();
    const waiting = createWaitingHost(start);
    await (await waiting.take()).load('version', 1);
    vi.advanceTimersByTime(99);
    expect(events).toEqual(['start 1', 'load 1']);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(['start 1', 'load 1', 'start 2 ahead']);
  });

  test('is started at once for a version that comes early, and no second one', async () => {
    const { events, start } = recordHosts();
    const waiting = createWaitingHost(start);
    await (await waiting.take()).load('version', 1);
    await waiting.take();
    vi.advanceTimersByTime(1000);
    expect(events).toEqual(['start 1', 'load 1', 'start 2']);
  });

  test('is replaced when it is out of date, but not after the end', async () => {
    const { events, start } = recordHosts();
    const waiting = createWaitingHost(start);
    waiting.renew();
    await (await waiting.take()).load('version', 1);
    waiting.stop();
    vi.advanceTimersByTime(1000);
    waiting.renew();
    expect(events).toEqual(['start 1', 'start 2', 'kill 1', 'load 2']);
  });
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
  const host = startSourceHost({
    hostScript: packagePaths().sourceHostScript,
    socketPath: folder.path('socket'),
    preload: folder.path('preload.mjs'),
    rehearses: true,
    readable: ['*'],
    hasNativeCode: false,
    isOnlyWatched: false,
    variables: {},
    name: 'sample',
    onFetchConfiguration: () => undefined,
    onOutput: (text) => (output += text),
  });
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
