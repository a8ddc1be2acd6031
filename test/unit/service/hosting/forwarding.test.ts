import { getEventListeners } from 'node:events';
import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ANSWER_BYTES,
  type AnswerBodyOptions,
  createHeldBytes,
  toResponseBody,
} from '../../../../src/service/hosting/calls/answer-body.ts';
import { ANSWER_HEADERS, toResponseHeaders } from '../../../../src/service/hosting/calls/answer-head.ts';
import { toRequestHeaders } from '../../../../src/service/hosting/calls/forwarded-message.ts';
import { AnswerTimeout, type SendOptions, sendRequest } from '../../../../src/service/hosting/calls/send-request.ts';
import type { ForwardedRequest } from '../../../../src/service/hosting/hosting.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
];
const SERVICE_ONLY = ['authorization', 'cookie', 'host', 'content-length', 'wf-revision', 'idempotency-key'];

test.each([...HOP_BY_HOP, ...SERVICE_ONLY])('the header %s of a request is not forwarded', (name) => {
  expect(toRequestHeaders(new Headers({ [name]: 'a', 'x-own': 'b' }), {}, null)).toEqual({ 'x-own': 'b' });
});

/** What a browser or a proxy would apply to the whole service, and what belongs to one connection. */
const OF_OTHERS = [
  ...HOP_BY_HOP,
  'set-cookie',
  'clear-site-data',
  'strict-transport-security',
  'alt-svc',
  'service-worker-allowed',
  'www-authenticate',
  'authentication-info',
  'refresh',
  'link',
  'location',
  'content-location',
  'report-to',
  'reporting-endpoints',
  'nel',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'content-security-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'public-key-pins',
  'sourcemap',
  'server',
  'wf-version',
  'x-accel-redirect',
  'x-sendfile',
  'x-frame-options',
  'x-content-type-options',
  'x-request-id',
];

test.each(OF_OTHERS)('the header %s of an answer is not forwarded', (name) => {
  const headers = { [name]: 'a', 'x-own': 'b', 'content-type': 'text/plain' };
  expect(Object.fromEntries(toResponseHeaders({ status: 200, headers }))).toEqual({
    'x-own': 'b',
    'content-type': 'text/plain',
  });
});

test('more headers than an answer may have are refused, and as many are not', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-own-${i}`, 'a']));
  const long = (characters: number) => ({ 'x-own': 'a'.repeat(characters - 'x-own'.length) });
  const { count, characters } = ANSWER_HEADERS;
  for (const headers of [many(count), long(characters)])
    expect(() => toResponseHeaders({ status: 200, headers })).not.toThrow();
  for (const headers of [many(count + 1), long(characters + 1)])
    expect(() => toResponseHeaders({ status: 200, headers })).toThrow('answered with more than 64 headers');
});

test.each([0, 99, 100, 101, 199, 600, 999, 1000, Number.NaN])('an answer with status %d is refused', (status) => {
  expect(() => toResponseHeaders({ status, headers: {} })).toThrow(`answered with status ${status}; 200 to 599 are`);
});

type Answer = (incoming: IncomingMessage, response: ServerResponse) => unknown;

/** Sends a request to a server that answers so, and counts how often the exchange ended. */
async function exchange(answer: Answer, request: Partial<ForwardedRequest> = {}, more: Partial<SendOptions> = {}) {
  const server = await startHttpServer((...received) => void answer(...received));
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { hostname, port } = new URL(server.url);
  const done = Promise.withResolvers<void>();
  let ends = 0;
  const response = await sendRequest({
    address: { hostname, port },
    connections: { agent: new Agent(), held: createHeldBytes() },
    path: '/a?b',
    request: { method: 'POST', headers: new Headers(), body: null, signal: new AbortController().signal, ...request },
    extraHeaders: { 'x-extra': 'yes' },
    timeoutMs: 20_000,
    onDone: () => {
      ends += 1;
      done.resolve();
    },
    ...more,
  });
  return { response, done: done.promise, ends: () => ends };
}

const echoHead: Answer = ({ method, url, headers }, response) => {
  const { 'content-length': length = null, 'transfer-encoding': encoding = null, 'x-extra': extra = null } = headers;
  response.end(JSON.stringify({ method, url, length, encoding, extra }));
};

const streamOf = (bytes: number) => ({
  headers: new Headers({ 'content-length': String(bytes) }),
  body: new Blob(['x'.repeat(bytes)]).stream(),
});

test.each([
  ['bytes', { body: new Uint8Array(3) }, '3', null],
  ['no body', { method: 'GET' }, null, null],
  ['a stream of 256 KiB', streamOf(256 * 1024), String(256 * 1024), null],
  ['a longer stream', streamOf(256 * 1024 + 1), null, 'chunked'],
  ['a stream of unknown length', { body: new Blob(['hello']).stream() }, null, 'chunked'],
])('%s is sent with what is known of its length', async (_, request: Partial<ForwardedRequest>, length, encoding) => {
  const { response, done, ends } = await exchange(echoHead, request);
  const { method = 'POST' } = request;
  expect(await response.json()).toEqual({ method, url: '/a?b', length, encoding, extra: 'yes' });
  await done;
  expect(ends()).toBe(1);
});

test('a short stream is sent whole although the HTTP library replaced Response', async () => {
  const native = globalThis.Response;
  // Creating a server replaces it, until the end of this file.
  createAdaptorServer({ fetch: () => new Response() });
  expect(globalThis.Response).not.toBe(native);
  const headers = new Headers({ 'content-length': '5' });
  const { response } = await exchange(echoHead, { headers, body: new native('hello').body });
  expect(await response.json()).toMatchObject({ length: '5', encoding: null });
});

test.each([
  [204, 'POST'],
  [205, 'POST'],
  [304, 'POST'],
  [200, 'HEAD'],
])('an answer with %i to %s has no body', async (status, method) => {
  const { response, done } = await exchange((_, reply) => reply.writeHead(status, { 'x-a': 'b' }).end(), { method });
  expect([response.status, response.headers.get('x-a'), response.body]).toEqual([status, 'b', null]);
  await done;
});

test('an answer that does not come in time is no answer', async () => {
  await expect(exchange(() => undefined, {}, { timeoutMs: 1 })).rejects.toBeInstanceOf(AnswerTimeout);
});

test('a caller that leaves takes its request along', async () => {
  const leaving = new AbortController();
  const left = new DOMException('The caller disconnected.', 'AbortError');
  await expect(exchange(() => leaving.abort(), { signal: leaving.signal })).rejects.toEqual(left);
  await expect(exchange(() => expect.unreachable(), { signal: leaving.signal })).rejects.toThrow('aborted');
});

test('a request over a stale connection is sent again, and leaves no listener on its signal', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  let received = 0;
  const server = await startHttpServer(({ socket }, response) => {
    received += 1;
    return received === 2 ? socket.destroy() : response.end(String(received));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { hostname, port } = new URL(server.url);
  const { signal } = new AbortController();
  const more = { address: { hostname, port }, connections: { agent, held: createHeldBytes() } };
  for (const text of ['1', '3']) {
    const { response, done } = await exchange(echoHead, { signal }, more);
    expect(await response.text()).toBe(text);
    await done;
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a body that breaks off breaks the request off', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('torn')) });
  await expect(exchange((incoming) => void incoming.resume(), { body })).rejects.toThrow('socket hang up');
});

test('an interrupted answer fails its reader with one line and no stack', async () => {
  const { response } = await exchange((_, reply) => reply.write('data: 1\n\n', () => reply.destroy()));
  const broken: unknown = await response.text().catch((error: unknown) => error);
  expect(inspect(broken)).toBe('[A workflow broke off during its answer (aborted).]');
});

const KB = 1024;
const MB = 1024 * KB;

/** Reads the body of an answer without a type and a length, unless given. */
async function bodyOf(incoming: Readable, options: Partial<AnswerBodyOptions> = {}) {
  const caller = new AbortController().signal;
  const unknown = { contentLength: null, contentType: null, caller, held: createHeldBytes() };
  return await toResponseBody(incoming, { ...unknown, ...options });
}

/** A source of parts of a megabyte; how many were taken tells how much was read. */
function megabytes(count: number) {
  const taken = { count: 0 };
  const parts = function* () {
    for (; taken.count < count; taken.count += 1) yield Buffer.alloc(MB, 'x');
  };
  return { taken, incoming: Readable.from(parts(), { objectMode: true, highWaterMark: 1 }) };
}

test('a short answer is buffered, and a longer one, or one of unknown length, is streamed', async () => {
  const chunks = () => Readable.from([Buffer.from('one '), Buffer.from('two')]);
  const short = new Uint8Array(Buffer.from('one two'));
  expect(await bodyOf(chunks(), { contentLength: 64 * KB })).toEqual({ body: short, length: 64 * KB });
  expect(await bodyOf(Readable.from([]), { contentLength: 0 })).toEqual({ body: new Uint8Array(), length: 0 });
  for (const contentLength of [64 * KB + 1, null]) {
    const { body, length } = await bodyOf(chunks(), { contentLength });
    expect([body, length]).toEqual([expect.any(ReadableStream), contentLength]);
    expect(await new Response(body).text()).toBe('one two');
  }
});

test('what nobody reads is not fetched beyond 64 KiB', async () => {
  let sent = 0;
  const incoming = new Readable({
    read() {
      sent += 1;
      this.push(sent > 100 ? null : Buffer.alloc(16 * KB));
    },
  });
  const { body } = await bodyOf(incoming);
  // It has stopped when the source waits, with as much as it holds itself.
  await expect.poll(() => incoming.isPaused() && incoming.readableLength >= incoming.readableHighWaterMark).toBe(true);
  expect(sent).toBeLessThan(12);
  expect((await new Response(body).arrayBuffer()).byteLength).toBe(100 * 16 * KB);
});

describe('an answer that is too long', () => {
  const json = { contentType: 'application/json; charset=utf-8' };

  test('is refused at once where its length is declared', async () => {
    const { incoming, taken } = megabytes(65);
    await expect(bodyOf(incoming, { contentLength: ANSWER_BYTES.most + 1 })).rejects.toThrow('more than 64 MiB');
    expect(taken.count).toBe(0);
  });

  test('is refused before it is passed on where it is JSON, and is not read to its end', async () => {
    const { incoming, taken } = megabytes(1000);
    await expect(bodyOf(incoming, json)).rejects.toThrow('more than 10 MiB of JSON without a Content-Length');
    expect(taken.count).toBeLessThan(14);
  });

  test('breaks off where it is anything else, and is not read to its end', async () => {
    const { incoming, taken } = megabytes(1000);
    const { body } = await bodyOf(incoming, { contentType: 'text/event-stream' });
    await expect(new Response(body).arrayBuffer()).rejects.toThrow('(answered with more than 64 MiB)');
    expect(taken.count).toBeLessThan(68);
  });

  test('fits when it is as long as it may be', async () => {
    const { body, length } = await bodyOf(megabytes(10).incoming, json);
    expect([length, (await new Response(body).arrayBuffer()).byteLength]).toEqual([10 * MB, 10 * MB]);
  });
});

test('JSON that callers do not read yet fills the memory of all answers, and returns it when read or left', async () => {
  const held = createHeldBytes(3 * MB);
  const json = { contentType: 'application/problem+json', held };
  const first = await bodyOf(megabytes(2).incoming, json);
  const full = { message: 'was one of too many that answered at length at the same time', mayPass: true };
  await expect(bodyOf(megabytes(2).incoming, json)).rejects.toMatchObject(full);
  await new Response(first.body).arrayBuffer();
  const { body: left } = await bodyOf(megabytes(3).incoming, json);
  await (left as ReadableStream<Uint8Array>).cancel();
  expect((await bodyOf(megabytes(3).incoming, json)).length).toBe(3 * MB);
});

test('a reader that stops ends the answer, and whatever then breaks off is no failure', async () => {
  const caller = new AbortController();
  const cancelled = new Readable({ read: () => undefined });
  const { body } = await bodyOf(cancelled, { caller: caller.signal });
  await (body as ReadableStream<Uint8Array>).cancel();
  expect(cancelled.destroyed).toBe(true);

  const left = new Readable({ read: () => undefined });
  const text = new Response((await bodyOf(left, { caller: caller.signal })).body).text();
  left.push('part');
  caller.abort();
  left.destroy(new Error('aborted'));
  expect(await text).toBe('part');
});
