import { expect, test } from 'vitest';
import { toRequestHeaders, toResponseHeaders } from '../../../../../src/service/hosting/calls/forward-headers.ts';

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

test('a request gets what the service adds, and its length when it is known', () => {
  const headers = new Headers({ accept: 'text/event-stream', 'wf-revision': 'forged' });
  expect(toRequestHeaders(headers, { 'wf-revision': 'r' }, 0)).toEqual({
    accept: 'text/event-stream',
    'wf-revision': 'r',
    'content-length': 0,
  });
});

test.each([...HOP_BY_HOP, 'set-cookie'])('the header %s of an answer is not forwarded', (name) => {
  expect([...toResponseHeaders({ [name]: 'a', 'x-own': 'b' })]).toEqual([['x-own', 'b']]);
});

test('a header with several values is joined, and one without is left out', () => {
  expect([...toResponseHeaders({ vary: undefined, 'x-many': ['a', 'b'], 'content-length': '3' })]).toEqual([
    ['content-length', '3'],
    ['x-many', 'a, b'],
  ]);
});
