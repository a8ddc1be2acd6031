import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startSourceHost } from '../../../../../src/service/hosting/sources/start-source-host.ts';
import { packagePaths } from '../../../../../src/use-cases/package-paths.ts';
import { tempFolder } from '../../../../helpers/temp-folder.ts';

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

async function startHost(preload: string, rehearses = true) {
  const folder = await tempFolder();
  await writeFile(folder.path('preload.mjs'), preload);
  await writeFile(folder.path('version.mjs'), VERSION);
  let output = '';
  const host = startSourceHost({
    hostScript: packagePaths().sourceHostScript,
    socketPath: folder.path('socket'),
    preload: folder.path('preload.mjs'),
    rehearses,
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

const DESCRIBED = { type: 'reported', report: { type: 'described', routes: ['route'], exportNames: ['route'] } };

test('a waiting process calls the sample once, outside of any exported trace', async () => {
  await using host = await startHost(PRELOAD);
  expect(await host.load()).toEqual(DESCRIBED);
  expect(await host.end()).toMatch(/^described\ncalled http:\/\/[^/]+\/sample 00-1{32}-1{16}-00 again\n$/);
});

test('a process with an urgent version skips the sample', async () => {
  await using host = await startHost(PRELOAD, false);
  expect(await host.load()).toEqual(DESCRIBED);
  expect(await host.end()).toBe('');
});

test.each([
  ['cannot be loaded', 'import "nowhere";'],
  ['has no sample', 'export {};'],
  ['has a sample that fails', 'export const sample = async () => { throw new Error("no"); };'],
])('a version is loaded after a module that %s', async (_, preload) => {
  await using host = await startHost(preload);
  expect(await host.load()).toEqual(DESCRIBED);
});
