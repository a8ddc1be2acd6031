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
  test('gives code three calls deep the configuration of the request', async () => {
    await using host = await startHost({ matches: 9 });
    const [playground, deployed] = [
      await host.call('/playground/run/search', { matches: 3 }),
      await host.call('/run/search', {}, { 'wf-revision': 'r-1' }),
    ];
    expect([playground.body, deployed.body]).toMatchObject([{ data: 3 }, { data: 9 }]);
    await host.call('/run/search', {}, { 'wf-revision': 'r-1' });
    expect(host.asked).toEqual([{ revision: 'r-1' }]);
  });

  test('fetches by name when no revision is given', async () => {
    await using host = await startHost({ matches: 9 });
    expect(await host.call('/run/search', { config: 'bold' })).toMatchObject({ body: { data: 9 } });
    expect(host.asked).toEqual([{ application: null, variant: 'bold', environment: null }]);
  });

  test('passes streams through', async () => {
    await using host = await startHost({});
    const { body } = await host.call('/playground/run/count', { matches: 4 }, { accept: 'text/event-stream' });
    expect(body).toMatch(/^data: 4\n\ndata: 4\n\nevent: result\ndata: \{/);
  });

  test('answers with the error that the workflow throws', async () => {
    await using host = await startHost({});
    expect(await host.call('/run/fail', {})).toEqual({
      status: 500,
      body: { detail: { message: 'The workflow failed' } },
    });
  });

  test('keeps the channel to its parent from the workflow', async () => {
    await using host = await startHost({});
    expect(await host.call('/run', {})).toMatchObject({ body: { data: { channel: 'undefined' } } });
  });

  test('exits when its parent is gone', async () => {
    await using host = await startHost({});
    const exited = once(host.child, 'exit');
    host.stream.destroy();
    expect(await exited).toEqual([null, 'SIGKILL']);
  });

  test.each([
    ['garbage\n', 'a message that is not JSON'],
    ['null\n', 'the message: invalid_type'],
    ['{"type":"calls","calls":[null]}\n', 'calls.0: invalid_type'],
    ['{"type":"load-version","bundle":"x"}\n', 'type: invalid_union'],
  ])('exits when its parent sends %j', async (line, reason) => {
    await using host = await startHost({});
    const stderr = text(host.child.stderr ?? Readable.from([]));
    const exited = once(host.child, 'exit');
    host.stream.write(line);
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await stderr).toBe(`The service sent an invalid message (${reason}).\n`);
  });
});

test('a compressed bundle has at most 51 KB', async () => {
  const { byteLength } = gzipSync(await readFile(bundle));
  expect(byteLength).toBeLessThan(51 * 1024);
});
