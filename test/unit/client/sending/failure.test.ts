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
  ['refused', ['ECONNREFUSED', 'ENOENT']],
  ['unknown-host', ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']],
  ['no-route', ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']],
  ['connect-timeout', ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']],
  ['closed', ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED']],
  ['truncated', ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_STREAM_PREMATURE_CLOSE']],
  ['tls', ['EPROTO', 'CERT_HAS_EXPIRED', 'CERT_REVOKED', 'ERR_SSL_NO_CIPHER', 'ERR_TLS_HANDSHAKE_TIMEOUT']],
  ['tls', ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']],
  ['tls', ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']],
  ['proxy', ['ERR_PROXY_TUNNEL', 'UND_ERR_PRX_TLS']],
  ['not-http', ['HPE_INVALID_CONSTANT']],
])('the kind %s has the codes %j', (kind, codes) => {
  for (const code of codes) expect(toFailure(failed('no', code), 'sending'), code).toMatchObject({ kind, code });
});

test.each([
  ['a number', Object.assign(new Error('no'), { code: 7, cause: { code: 'EPIPE' } }), 'EPIPE'],
  ['errors that are no list', Object.assign(new Error('no'), { errors: 'two', cause: { code: 'EPIPE' } }), 'EPIPE'],
  ['nothing', null, null],
  ['no code', new Error('no'), null],
])('the code of %s is found or not', (_, error, code) => {
  expect(toFailure(error, 'sending').code).toBe(code);
});

test('a failure of unknown kind in the middle of a response truncates it, and one of TLS does not', () => {
  expect(toFailure(failed('no', 'E_STRANGE'), 'reading')).toMatchObject({ kind: 'truncated', code: 'E_STRANGE' });
  expect(toFailure(failed('no', 'EPROTO'), 'reading').kind).toBe('tls');
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
