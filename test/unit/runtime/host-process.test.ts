import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleWorkflow } from '../../../src/bundler/bundle/bundle-workflow.ts';
import {
  type BundleCommand,
  type BundleMessage,
  parseBundleMessage,
} from '../../../src/contract/host-protocol/bundle-protocol.ts';
import { CHANNEL_DESCRIPTOR, openChannel } from '../../../src/contract/host-protocol/open-channel.ts';
import { serveHttp } from '../../../src/http/serve-http.ts';
import { callSample } from '../../../src/runtime/sample/call-sample.ts';
import { createApp, exportNames, SAMPLE_CALL } from '../../../src/runtime/sample/sample-workflow.ts';
import { packagePaths } from '../../../src/use-cases/package-paths.ts';

const WORKFLOWS = new URL('../../fixtures/workflows/', import.meta.url).pathname;
const { aliases, hostScript } = packagePaths();

let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wf-host-'));
  ({ code: bundle } = await bundleWorkflow({ root: WORKFLOWS, entry: 'deep-config.ts', outDir: folder, aliases }));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Host extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly stream: Duplex;
  readonly asked: unknown[];
  call(path: string, body: object, headers?: Record<string, string>): Promise<{ status: number; body: unknown }>;
}

let sockets = 0;

/** Starts a host process and answers its fetches with `params`. */
async function startHost(params: Record<string, unknown>): Promise<Host> {
  sockets += 1;
  const socketPath = join(folder, `${sockets}.sock`);
  const args = [fileURLToPath(hostScript), bundle, socketPath];
  const child = spawn(process.execPath, args, { env: { DECLARED: '1' }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  // It is started with a pipe there.
  const stream = child.stdio[CHANNEL_DESCRIPTOR] as Duplex;
  const asked: unknown[] = [];
  const ready = Promise.withResolvers<void>();
  const { send, onMessage } = openChannel<BundleCommand, BundleMessage>({
    stream,
    parse: parseBundleMessage,
    onInvalid: (error) => ready.reject(error),
  });
  onMessage((message) => {
    if (message.type === 'ready') ready.resolve();
    if (message.type !== 'fetch-configuration') return;
    asked.push(message.reference);
    send({ type: 'configuration', id: message.id, params });
  });
  child.once('exit', (code) => ready.reject(new Error(`the host ended with ${code}`)));
  await ready.promise;
  return {
    child,
    stream,
    asked,
    call: async (path, body, headers = {}) => await post(socketPath, path, JSON.stringify(body), headers),
    async [Symbol.asyncDispose]() {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function post(socketPath: string, path: string, body: string, headers: Record<string, string>) {
  const sent = request({ socketPath, path, method: 'POST', headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode ?? 0, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
}

describe('a host process', () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost({ matches: 9 });
  });
  afterAll(async () => await host[Symbol.asyncDispose]());

  test('gives code three calls deep the configuration of the request', async () => {
    const [playground, deployed] = [
      await host.call('/playground/run/search', { matches: 3 }),
      await host.call('/run/search', {}, { 'wf-revision': 'r-1' }),
    ];
    expect([playground.body, deployed.body]).toMatchObject([{ data: 3 }, { data: 9 }]);
  });

  test('fetches a revision once, and by name when no revision is given', async () => {
    await host.call('/run/search', {}, { 'wf-revision': 'r-2' });
    await host.call('/run/search', {}, { 'wf-revision': 'r-2' });
    expect(await host.call('/run/search', { config: 'bold' })).toMatchObject({ body: { data: 9 } });
    expect(host.asked.slice(-2)).toEqual([
      { revision: 'r-2' },
      { application: null, variant: 'bold', environment: null },
    ]);
  });

  test('passes streams through', async () => {
    const { body } = await host.call('/playground/run/count', { matches: 4 }, { accept: 'text/event-stream' });
    expect(body).toMatch(/^data: 4\n\ndata: 4\n\nevent: result\ndata: \{/);
  });

  test('answers with the error that the workflow throws', async () => {
    expect(await host.call('/run/fail', {})).toEqual({
      status: 500,
      body: { detail: { message: 'The workflow failed' } },
    });
  });

  test('keeps the channel to its parent from the workflow', async () => {
    expect(await host.call('/run', {})).toMatchObject({ body: { data: { channel: 'undefined' } } });
  });
});

test('a host process exits when its parent is gone', async () => {
  await using host = await startHost({});
  const exited = once(host.child, 'exit');
  host.stream.destroy();
  expect(await exited).toEqual([null, 'SIGKILL']);
});

test.each([
  ['garbage\n', 'a message that is not JSON'],
  ['{"type":"calls","calls":[null]}\n', 'calls.0: invalid_type'],
])('a host process exits when its parent sends %j', async (line, reason) => {
  await using host = await startHost({});
  const stderr = text(host.child.stderr ?? Readable.from([]));
  const exited = once(host.child, 'exit');
  host.stream.write(line);
  expect(await exited).toEqual([null, 'SIGKILL']);
  expect(await stderr).toBe(`The service sent an invalid message (${reason}).\n`);
});

test('a compressed bundle has at most 56 KB', async () => {
  const { byteLength } = gzipSync(await readFile(bundle));
  expect(byteLength).toBeLessThan(56 * 1024);
});

// A process of `wf dev` warms up with it.
test('the sample answers its own call', async () => {
  const app = createApp({});
  expect(app.describe().map(({ path }) => path)).toEqual(exportNames.map((name) => `/${name}`));
  const headers = { 'content-type': 'application/json' };
  const call = new Request(`http://sample${SAMPLE_CALL.path}`, { method: 'POST', headers, body: SAMPLE_CALL.body });
  const answer = await app.fetch(call);
  expect([answer.status, await answer.json()]).toMatchObject([200, { data: 'Say hello again' }]);
});

test('the sample is called as the parent calls, in a trace that nobody exports', async () => {
  const seen: unknown[] = [];
  const socket = join(folder, 'sample.sock');
  await using _server = await serveHttp({
    path: socket,
    fetch: async ({ headers, url }) => {
      seen.push([new URL(url).pathname, headers.get('content-type'), headers.get('traceparent')?.slice(-3)]);
      return new Response('a long answer'.repeat(10_000));
    },
  });
  await callSample(socket, SAMPLE_CALL);
  expect(seen).toEqual([[SAMPLE_CALL.path, 'application/json', '-00']]);
});
