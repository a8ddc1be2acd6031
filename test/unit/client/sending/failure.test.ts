import { expect, test } from 'vitest';
import { type Progress, toFailure } from '../../../../src/client/sending/failure.ts';

function failed(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

test.each([
  ['a refused connection', failed('connect', 'ECONNREFUSED'), 'refused'],
  ['an unknown name', failed('getaddrinfo', 'ENOTFOUND'), 'unknown-host'],
  ['a parser that gives up', failed('Expected HTTP/', 'HPE_INVALID_CONSTANT'), 'not-http'],
  ['a bad certificate', failed('no', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'tls'],
  ['a tunnel that breaks', failed('no', 'ERR_PROXY_TUNNEL'), 'proxy'],
  ['anything else', failed('no', 'E_STRANGE'), 'other'],
  ['a cause', new Error('fetch failed', { cause: failed('reset', 'ECONNRESET') }), 'closed'],
  ['the first of several addresses', new AggregateError([failed('no', 'ETIMEDOUT'), failed('no')]), 'connect-timeout'],
  ['what is no error', 'gone', 'other'],
])('%s is recognised by its code', (_, error, kind) => {
  expect(toFailure(error, 'sending')).toMatchObject({ kind, cause: error });
});

test.each([
  ['Proxy Authentication Required (407)', 'UND_ERR_INVALID_ARG', 'proxy-sign-in'],
  ['Proxy response (407) !== 200 when HTTP Tunneling', 'UND_ERR_ABORTED', 'proxy-sign-in'],
  ['Proxy response (503) !== 200 when HTTP Tunneling', 'UND_ERR_ABORTED', 'proxy'],
])('the message %j wins over a code of other failures', (message, code, kind) => {
  expect(toFailure(failed(message, code), 'sending').kind).toBe(kind);
});

test.each([
  ['Response does not match the HTTP/1.1 protocol (Expected HTTP/)', 'not-http'],
  ['other side closed', 'closed'],
  ['terminated', 'closed'],
])('the message %j counts where there is no code', (message, kind) => {
  expect(toFailure(failed(message), 'sending').kind).toBe(kind);
});

test('a code wins over the message of a connection that ended', () => {
  const error = new TypeError('terminated', { cause: failed('too short', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') });
  expect(toFailure(error, 'sending').kind).toBe('truncated');
});

test.each<[Progress, string]>([
  ['sending', 'closed'],
  ['reading', 'truncated'],
])('a connection that closes while %s is %s', (progress, kind) => {
  expect(toFailure(failed('socket hang up'), progress).kind).toBe(kind);
});
