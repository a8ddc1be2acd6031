import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { type TempFolder, tempFolder } from '../helpers/temp-folder.ts';

const APP = { app_id: '01980000-0000-7000-8000-000000000001', app_name: 'support' };

/** Answers every list as empty, but for the one app, and counts what it was asked. */
async function serveLists() {
  const asked: string[] = [];
  const server = await startHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    response
      .setHeader('content-type', 'application/json')
      .end(asked.at(-1) === 'GET /apps' ? JSON.stringify([APP]) : '[]');
  });
  return Object.assign(server, { asked });
}

/** Writes each request that undici sends to a file. Only undici publishes to this channel. */
function noteRequests(folder: TempFolder): { nodeArgs: string[]; read: () => Promise<string[]> } {
  const file = folder.path('requests.txt');
  const code = `
    const { subscribe } = process.getBuiltinModule('diagnostics_channel');
    const { appendFileSync } = process.getBuiltinModule('fs');
    subscribe('undici:request:create', ({ request }) =>
      appendFileSync(${JSON.stringify(file)}, request.method + ' ' + request.path.split('?')[0] + '\\n'));
  `;
  const read = async () => (await readFile(file, 'utf8')).trimEnd().split('\n');
  return { nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(code)}`], read };
}

test.each([
  ['a short list', ['variants', 'list', '--json']],
  ['a command of many requests', ['export', 'out.wfa', '--json']],
])('undici sends every request of %s', async (_what, words) => {
  await using server = await serveLists();
  await using folder = await tempFolder();
  const requests = noteRequests(folder);
  const options = { cwd: folder.root, nodeArgs: requests.nodeArgs };
  await runWf([...words, '--app', 'support', '--base-url', server.url], options);
  expect(server.asked).not.toEqual([]);
  expect((await requests.read()).toSorted()).toEqual(server.asked.toSorted());
});
