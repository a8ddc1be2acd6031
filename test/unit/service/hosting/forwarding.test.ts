import { getEventListeners } from 'node:events';
import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { createHeldAnswers } from '../../../../src/service/hosting/calls/answer-body.ts';
import { toResponseHeaders } from '../../../../src/service/hosting/calls/answer-head.ts';
import { ANSWER_HEADERS, ANSWER_HEADERS_LENGTH } from '../../../../src/foundation/sizes.ts';
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
  const [count, characters] = [ANSWER_HEADERS.most, ANSWER_HEADERS_LENGTH.most];
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
    connections: { agent: new Agent(), heldBy: createHeldAnswers() },
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
  const more = { address: { hostname, port }, connections: { agent, heldBy: createHeldAnswers() } };
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
