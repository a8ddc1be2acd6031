import { expect, test } from 'vitest';
import { type Attempt, parseRetryAfter, retryDelayMs } from '../../../../src/client/sending/connection.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const answered = (status: number, retryAfter?: string) =>
  ({ ok: true, answer: { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } } }) as never;
const failed = (kind: string, code: string | null = null) =>
  ({ ok: false, failure: { kind, code, cause: null } }) as never;

function delay(outcome: Attempt['outcome'], attempt: Partial<Attempt> = {}) {
  const first = { method: 'GET', attempts: 1, honoursIdempotencyKey: false, now: NOW, random: 0.5 };
  return retryDelayMs({ ...first, outcome, ...attempt });
}

test.each([
  [1, 200],
  [2, 400],
  [4, 1600],
  [5, 2500],
  [9, 2500],
])('after %i requests, half of the longest delay is %i ms', (attempts, ms) => {
  expect(delay(answered(503), { attempts })).toBe(ms);
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s is repeated after a transient failure', (method) => {
  for (const status of [429, 502, 503, 504]) expect(delay(answered(status), { method })).toBe(200);
  for (const kind of ['refused', 'closed', 'truncated', 'connect-timeout']) {
    expect(delay(failed(kind), { method }), kind).toBe(200);
  }
});

test.each(['POST', 'PATCH'])('%s is repeated only if nothing was done, or if a key makes it safe', (method) => {
  for (const outcome of [answered(502), answered(503), answered(504), failed('closed'), failed('truncated')]) {
    expect(delay(outcome, { method })).toBeNull();
    expect(delay(outcome, { method, honoursIdempotencyKey: true })).toBe(200);
  }
  expect(delay(answered(429), { method })).toBe(200);
  expect(delay(answered(503, '2'), { method })).toBe(2000);
  expect(delay(answered(502, '2'), { method })).toBeNull();
  expect(delay(failed('refused'), { method })).toBe(200);
});

test.each([
  answered(200),
  answered(404),
  answered(500),
  failed('timeout'),
  failed('tls'),
  failed('interrupted'),
  failed('unknown-host', 'ENOTFOUND'),
])('%j is not repeated', (outcome) => {
  expect(delay(outcome)).toBeNull();
});

test('a busy resolver may respond later', () => {
  expect(delay(failed('unknown-host', 'EAI_AGAIN'))).toBe(200);
});

test('a service that asks for more than a minute is not waited for', () => {
  expect(delay(answered(429, '60'))).toBe(60_000);
  expect(delay(answered(429, '61'))).toBeNull();
  const date = 'Fri, 20 Nov 2026 12:01:00 GMT';
  expect([delay(answered(429, date)), delay(answered(429, date), { now: NOW - 1 })]).toEqual([60_000, null]);
});

test('the longest delay is below five seconds, in whole milliseconds', () => {
  expect(delay(answered(503), { attempts: 9, random: 0.99999 })).toBe(4999);
});

test.each([
  ['3', 3000],
  [' 3 ', 3000],
  ['0', 0],
  ['Fri, 20 Nov 2026 12:00:07 GMT', 7000],
  ['Fri, 20 Nov 2026 11:59:07 GMT', 0],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['2026', 2026_000],
  ['', null],
  [undefined, null],
])('the header Retry-After: %s asks to wait for %s ms', (value, ms) => {
  expect(parseRetryAfter(value, NOW)).toBe(ms);
});
