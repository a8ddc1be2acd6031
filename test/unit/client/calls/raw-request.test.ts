import { expect, test } from 'vitest';
import { type RawRequest, sendRaw } from '../../../../src/client/calls/raw-request.ts';
import type { SendOptions } from '../../../../src/client/sending/connection.ts';
import type { HttpRequest } from '../../../../src/client/sending/http-request.ts';

const CONTEXT = { isSignedIn: false, baseUrl: 'http://h', service: { isExtended: false, hasSucceeded: true } };

/** Sends a request to a service that gives this answer; returns both with what was sent. */
async function ask(request: Omit<RawRequest, 'method' | 'path'>, status = 200, headers: Record<string, string> = {}) {
  const sent: { request: HttpRequest; call: SendOptions | undefined }[] = [];
  const bytes = new TextEncoder().encode('{"detail":"No."}');
  const send = async (asked: HttpRequest, call?: SendOptions) => {
    sent.push({ request: asked, call });
    return { status, headers, bytes, stream: null, method: asked.method, url: new URL('http://h/apps') };
  };
  const answer = await sendRaw(send, CONTEXT, { method: 'POST', path: '/apps', ...request });
  return { answer, bytes, sent };
}

test('a request without options has neither query, headers nor body', async () => {
  const { answer, bytes, sent } = await ask({});
  expect(sent).toEqual([{ request: { method: 'POST', path: '/apps', query: {}, headers: {}, body: null }, call: {} }]);
  expect(answer).toEqual({ status: 200, headers: {}, bytes, requestId: null });
});

test('query and options of the call are passed on, and the id of the request is returned', async () => {
  const call = { timeoutMs: 5, retries: 0 };
  const { answer, sent } = await ask({ query: { limit: 2 }, ...call }, 200, { 'x-request-id': 'r-1' });
  expect([sent[0]?.request.query, sent[0]?.call]).toEqual([{ limit: 2 }, call]);
  expect([answer.requestId, answer.headers]).toEqual(['r-1', { 'x-request-id': 'r-1' }]);
});

test.each<[unknown, string | undefined, unknown]>([
  ['{"a":1', 'application/json', '{"a":1'],
  [{ a: 1 }, 'application/json', '{"a":1}'],
  [new Uint8Array([7]), 'application/octet-stream', new Uint8Array([7])],
])('the body %j is sent as %s', async (body, type, expected) => {
  const { sent } = await ask({ body });
  expect(sent[0]?.request).toMatchObject({ headers: { 'content-type': type }, body: expected });
});

test('a header of the caller replaces that of the body, in any case', async () => {
  const { sent } = await ask({ body: 'a,b', headers: { 'Content-Type': 'text/csv', 'X-One': 'Two' } });
  expect(sent[0]?.request.headers).toEqual({ 'content-type': 'text/csv', 'x-one': 'Two' });
});

test.each([200, 204, 299, 304])('the status %i is an answer', async (status) => {
  expect((await ask({}, status)).answer.status).toBe(status);
});

test.each([300, 303, 305, 400, 500])('the status %i is an error, unless the caller accepts it', async (status) => {
  await expect(ask({}, status)).rejects.toMatchObject({ name: 'ServiceError', status });
  expect((await ask({ acceptErrors: true }, status)).answer.status).toBe(status);
});
