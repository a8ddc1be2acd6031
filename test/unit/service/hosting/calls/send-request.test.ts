import { createAdaptorServer } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { AnswerTimeout, sendRequest, type SendOptions } from '../../../../../src/service/hosting/calls/send-request.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ForwardedRequest } from '../../../../../src/service/hosting/hosting.ts';
import { startHttpServer } from '../../../../helpers/start-http-server.ts';

test('a short body is sent whole although the HTTP library replaced Response', async () => {
  const native = globalThis.Response;
  // Creating a server replaces it.
  createAdaptorServer({ fetch: () => new Response() });
  await using server = await startHttpServer((incoming, response) => void incoming.pipe(response));
  const { hostname, port } = new URL(server.url);
  const headers = new Headers({ 'content-length': '5' });
  const answered = await sendRequest({
    address: { hostname, port },
    path: '/',
    request: { method: 'POST', headers, body: new native('hello').body, signal: AbortSignal.timeout(20_000) },
    extraHeaders: {},
    timeoutMs: 20_000,
    onDone: () => {},
  });
  expect(await answered.text()).toBe('hello');
});

type Answer = (incoming: IncomingMessage, response: ServerResponse) => void;

/** Sends a request to a server that answers so, and counts how often the exchange ended. */
async function exchange(answer: Answer, request: Partial<ForwardedRequest> = {}, more: Partial<SendOptions> = {}) {
  const server = await startHttpServer(answer);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { hostname, port } = new URL(server.url);
  const done = Promise.withResolvers<void>();
  let ends = 0;
  const response = await sendRequest({
    address: { hostname, port },
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

test('a body that breaks off breaks the request off', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('torn')) });
  await expect(exchange((incoming) => void incoming.resume(), { body })).rejects.toThrow('socket hang up');
});
