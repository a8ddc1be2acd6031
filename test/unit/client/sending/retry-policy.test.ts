import { expect, test } from 'vitest';
import { type Attempt, decideRetry } from '../../../../src/client/sending/connection.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const answered = (status: number, retryAfter?: string) =>
  ({ ok: true, answer: { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } } }) as never;
const failed = (kind: string, code: string | null = null) =>
  ({ ok: false, failure: { kind, code, cause: null } }) as never;

function delay(outcome: Attempt['outcome'], attempt: Partial<Attempt> = {}) {
  const status = outcome.ok ? outcome.answer.status : null;
  const first = {
    method: 'GET',
    status,
    hasRun: false,
    runsOnce: false,
    attempts: 1,
    honoursIdempotencyKey: false,
    now: NOW,
    random: 0,
  };
  return decideRetry({ ...first, outcome, ...attempt });
}

test.each([
  [1, 200],
  [2, 400],
  [4, 1600],
  [5, 2500],
  [9, 2500],
])('after %i requests, the shortest delay is %i ms', (attempts, ms) => {
  expect(delay(answered(503), { attempts })).toBe(ms);
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s is repeated after a transient failure', (method) => {
  for (const status of [408, 425, 429, 500, 502, 503, 504, 529]) expect(delay(answered(status), { method })).toBe(200);
  for (const kind of ['refused', 'closed', 'truncated', 'connect-timeout']) {
    expect(delay(failed(kind), { method }), kind).toBe(200);
  }
});

test.each(['POST', 'PATCH'])('%s is repeated only if nothing was done, or if a key makes it safe', (method) => {
  for (const outcome of [answered(502), answered(503), answered(504), failed('closed'), failed('truncated')]) {
    expect(delay(outcome, { method })).toBeNull();
    expect(delay(outcome, { method, honoursIdempotencyKey: true })).toBe(200);
  }
  for (const status of [408, 425, 429]) expect(delay(answered(status), { method })).toBe(200);
  expect(delay(answered(503, '2'), { method })).toBe(2000);
  expect(delay(answered(502, '2'), { method })).toBeNull();
  expect(delay(failed('refused'), { method })).toBe(200);
});

test.each([
  answered(200),
  answered(404),
  answered(409),
  failed('timeout'),
  failed('tls'),
  failed('interrupted'),
  failed('unknown-host', 'ENOTFOUND'),
])('%j is not repeated', (outcome) => {
  expect(delay(outcome)).toBeNull();
});

test('what ran is repeated if its answer asks for it, unless it runs once', () => {
  const outcome = { ok: true, answer: { status: 503, headers: { 'x-should-retry': 'true' } } } as never;
  const ask = (attempt: Partial<Attempt>) => delay(outcome, { method: 'POST', ...attempt });
  expect([ask({ hasRun: true }), ask({ runsOnce: true })]).toEqual([200, 200]);
  expect(ask({ hasRun: true, runsOnce: true })).toBeNull();
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

test('a service that sends 500 for what it does not find is not asked again', () => {
  expect(delay(answered(500), { status: 404 })).toBeNull();
});

test('the longest delay is below five seconds, in whole milliseconds', () => {
  expect(delay(answered(503), { attempts: 9, random: 0.99999 })).toBe(4999);
});
