import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packProgram, type PackedProgram } from '../helpers/pack-program.ts';
import { runWf } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { type TempFolder, tempFolder } from '../helpers/temp-folder.ts';

const APP = { app_id: '01980000-0000-7000-8000-000000000001', app_name: 'support' };

let packed: PackedProgram;
beforeAll(async () => {
  packed = await packProgram();
});
afterAll(() => packed[Symbol.asyncDispose]());

/** Answers every list as empty, except for one app, and records its requests. */
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

interface SentRequest {
  /** Method and path. */
  readonly what: string;
  /** Stack of undici's request. */
  readonly stack: string;
}

/**
 * Writes each request of undici to a file, and prevents all others: Node's own `fetch`, which is another
 * copy of undici, and `node:http` throw.
 */
function allowUndiciOnly(folder: TempFolder): { nodeArgs: string[]; read: () => Promise<SentRequest[]> } {
  const file = folder.path('requests.txt');
  const code = `
    const { subscribe } = process.getBuiltinModule('diagnostics_channel');
    const { appendFileSync } = process.getBuiltinModule('fs');
    const { syncBuiltinESMExports } = process.getBuiltinModule('module');
    Error.stackTraceLimit = 50;
    subscribe('undici:request:create', ({ request }) => {
      const what = request.method + ' ' + request.path.split('?')[0];
      appendFileSync(${JSON.stringify(file)}, JSON.stringify({ what, stack: new Error().stack }) + '\\n');
    });
    const refuse = (name) => () => { throw new Error(name + ' was called'); };
    globalThis.fetch = refuse('fetch');
    for (const name of ['http', 'https']) {
      const client = process.getBuiltinModule(name);
      client.request = refuse(name + '.request');
      client.get = refuse(name + '.get');
    }
    syncBuiltinESMExports();
  `;
  const read = async () => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as SentRequest);
  };
  return { nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(code)}`], read };
}

test.each([
  ['a short list', ['variants', 'list', '--json']],
  ['a command of many requests', ['export', 'out.wfa', '--json']],
])('the packed undici sends every request of %s', async (_what, words) => {
  await using server = await serveLists();
  await using folder = await tempFolder();
  const requests = allowUndiciOnly(folder);
  const options = { cwd: folder.root, nodeArgs: requests.nodeArgs, program: packed.program };
  await runWf([...words, '--app', 'support', '--base-url', server.url], options);
  const sent = await requests.read();
  expect(server.asked).not.toEqual([]);
  expect(sent.map(({ what }) => what).toSorted()).toEqual(server.asked.toSorted());
  for (const { stack } of sent) {
    expect(stack).toContain(packed.home);
    expect(stack).not.toContain('node:internal/deps/undici');
  }
});
