import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../../src/errors/error-codes.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { answerFailure } from '../../../../src/service/request/answer-failure.ts';

function answer(error: unknown, init: RequestInit = {}) {
  const reported: unknown[] = [];
  const { status, headers, body } = answerFailure(error, new Request('http://x/', init), 'r', (...what) =>
    reported.push(what),
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
