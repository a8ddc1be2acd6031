import { expect, test } from 'vitest';
import { toRequestEvent } from '../../../../src/client/sending/request-event.ts';
import type { Outcome } from '../../../../src/client/sending/send-once.ts';

const url = new URL('https://host/apps?limit=5');
const answered = (headers: Record<string, string>): Outcome => ({
  ok: true,
  answer: { url, method: 'GET', status: 404, headers, bytes: new Uint8Array(), stream: null },
});
const toEvent = (outcome: Outcome, asked = url) =>
  toRequestEvent(outcome, { method: 'GET', url: asked }, { durationMs: 7, attempt: 2 });

test('an answer is reported with its status and the id of the request', () => {
  const event = { method: 'GET', url: url.href, status: 404, durationMs: 7, attempt: 2, failure: null };
  expect(toEvent(answered({ 'x-request-id': 'r-1' }))).toEqual({ ...event, requestId: 'r-1' });
  expect(toEvent(answered({}))).toEqual({ ...event, requestId: null });
});

test('a failure is reported with its kind', () => {
  const failure = { kind: 'refused', code: 'ECONNREFUSED', cause: new Error('x') } as const;
  expect(toEvent({ ok: false, failure })).toEqual({
    method: 'GET',
    url: url.href,
    status: null,
    durationMs: 7,
    attempt: 2,
    requestId: null,
    failure: 'refused',
  });
});

test.each(['api_key', 'TOKEN', 'clientSecret', 'password', 'credentials'])(
  'values of the parameter %s are not shown',
  (name) => {
    const asked = new URL(`https://host/?a=1&${name}=x&${name}=y`);
    expect(toEvent(answered({}), asked).url).toBe(`https://host/?a=1&${name}=***`);
    expect(asked.search).toBe(`?a=1&${name}=x&${name}=y`);
  },
);
