import { expect, test } from 'vitest';
import { type ErrorCode, UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { HostingFailure, toFailureResponse } from '../../../../src/service/hosting/hosting-failure.ts';
import { readHostedFailure, answerFailure } from '../../../../src/service/request/failures.ts';

function answer(error: unknown, init: RequestInit = {}) {
  const reported: unknown[] = [];
  const { status, headers, body } = answerFailure(
    error,
    { incoming: new Request('http://x/', init), requestId: 'r' },
    (...what) => reported.push(what),
  );
  return { status, headers: { ...headers }, body: JSON.parse(body as string) as unknown, reported };
}

const failure = (code: ErrorCode, details?: unknown) => new UserError({ code, message: 'No.', details });
const json = { 'content-type': 'application/json' };

test('a refusal is answered and not reported', () => {
  expect(answer(failure('WF_NOT_FOUND'))).toEqual({
    status: 404,
    headers: json,
    body: { detail: 'No.' },
    reported: [],
  });
});

test('a caller without a key reads how to send one', () => {
  expect(answer(failure('WF_NOT_SIGNED_IN')).headers).toEqual({ ...json, 'www-authenticate': 'ApiKey' });
});

test('a failure of the service is reported, but not that it is not ready', () => {
  const error = new Error('broken');
  expect(answer(error)).toMatchObject({ status: 500, reported: [[error, 'r']] });
  expect(answer(failure('WF_NOT_READY'))).toMatchObject({ status: 503, reported: [] });
  const storage = failure('WF_STORAGE');
  expect(answer(storage)).toMatchObject({ status: 503, reported: [[storage, 'r']] });
});

test('only a condition that passes says when to retry', () => {
  const details = { retry_after: 3 };
  expect(answer(failure('WF_RATE_LIMITED', details)).headers).toEqual({ ...json, 'retry-after': '3' });
  expect(answer(failure('WF_NOT_FOUND', details)).headers).toEqual(json);
  expect(answer(failure('WF_NOT_READY', details), { method: 'POST' }).headers).toEqual({ ...json, 'retry-after': '3' });
});

test.each<[string, RequestInit, unknown, string | undefined]>([
  ['a read', {}, { retry_after: 3 }, '3'],
  ['a read that was processed', {}, { retry_after: 3, is_undone: false }, '3'],
  ['a write that was undone', { method: 'POST' }, { retry_after: 3, is_undone: true }, '3'],
  ['a write that was processed', { method: 'POST' }, { retry_after: 3, is_undone: false }, undefined],
  ['a change that was processed', { method: 'PATCH' }, { retry_after: 3, is_undone: false }, undefined],
  ['a replacement that was processed', { method: 'PUT' }, { retry_after: 3, is_undone: false }, '3'],
  [
    'a write with a key that was processed',
    { method: 'POST', headers: { 'idempotency-key': 'k' } },
    { retry_after: 3, is_undone: false },
    '3',
  ],
  ['a failure that says nothing', {}, undefined, undefined],
])('%s is told when to retry: %j %j', (_, init, details, expected) => {
  expect(answer(failure('WF_NOT_READY', details), init).headers['retry-after']).toBe(expected);
});

const plain = (status: number, body: string) => ({ kind: 'plain', answer: { status, headers: {}, body } }) as const;
const web = (response: Response) => ({ kind: 'web', response }) as const;
const HTML = new Response('<p>no</p>', { status: 500, headers: { 'content-type': 'text/html' } });
const LONG = Response.json({ detail: 'x' }, { status: 500, headers: { 'content-length': '70000' } });

const bytesOf = (length: number) =>
  new Response('{"detail":"x"}', {
    status: 500,
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': String(length) },
  });

test.each([
  ['a success', plain(200, '{"detail":"odd"}'), null],
  ["a caller's mistake", plain(422, '{"detail":"odd"}'), null],
  ['a throw', plain(500, '{"detail":{"message":"no shelf"}}'), 'no shelf'],
  ['a process that ended', web(toFailureResponse(new HostingFailure(502, 'It ended.'))), 'It ended.'],
  ['an answer of unknown length', web(Response.json({ detail: 'x' }, { status: 500 })), null],
  ['a long message', plain(500, JSON.stringify({ detail: 'x'.repeat(2000) })), 'x'.repeat(1000)],
  ['a detail of another kind', plain(500, '{"detail":[1]}'), null],
  ['a text', plain(500, 'no'), null],
  ['an array', plain(500, '[]'), null],
  ['a null', plain(500, 'null'), null],
  ['a page', web(HTML), null],
  ['a long answer', web(LONG), null],
  ['an answer that may be read', web(bytesOf(65_536)), 'x'],
  ['an answer that is too long', web(bytesOf(65_537)), null],
  ['an answer without a type', web(new Response(new Uint8Array(), { status: 500 })), null],
])('the failure of %s', async (_what, outcome, message) => {
  expect(await readHostedFailure(outcome)).toBe(message);
});

test('the answer can still be read', async () => {
  const response = toFailureResponse(new HostingFailure(502, 'no'));
  await readHostedFailure(web(response));
  expect(await response.json()).toEqual({ detail: 'no' });
});
