import { expect, test } from 'vitest';
import {
  describeFailure,
  type FailedRequest,
  type FailureKind,
  type Progress,
  toFailure,
} from '../../../../src/client/sending/failure.ts';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';

function failed(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

test.each([
  ['refused', ['ECONNREFUSED', 'ENOENT']],
  ['unknown-host', ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']],
  ['no-route', ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']],
  ['connect-timeout', ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']],
  ['closed', ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED']],
  ['truncated', ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_STREAM_PREMATURE_CLOSE']],
  ['tls', ['EPROTO', 'CERT_HAS_EXPIRED', 'CERT_REVOKED', 'ERR_SSL_NO_CIPHER', 'ERR_TLS_HANDSHAKE_TIMEOUT']],
  ['tls', ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID']],
  ['tls', ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']],
  ['proxy', ['ERR_PROXY_TUNNEL', 'UND_ERR_PRX_TLS']],
  ['not-http', ['HPE_INVALID_CONSTANT']],
  ['other', ['E_STRANGE']],
])('the kind %s has the codes %j', (kind, codes) => {
  for (const code of codes) expect(toFailure(failed('no', code), 'sending'), code).toMatchObject({ kind, code });
});

test.each([
  ['a cause', new Error('fetch failed', { cause: failed('reset', 'ECONNRESET') }), 'ECONNRESET'],
  ['the first of several addresses', new AggregateError([failed('no', 'ETIMEDOUT'), failed('no')]), 'ETIMEDOUT'],
  ['a number', Object.assign(new Error('no'), { code: 7, cause: { code: 'EPIPE' } }), 'EPIPE'],
  ['errors that are no list', Object.assign(new Error('no'), { errors: 'two', cause: { code: 'EPIPE' } }), 'EPIPE'],
  ['what is no error', 'gone', null],
  ['nothing', null, null],
  ['no code', new Error('no'), null],
])('the code of %s is found or not', (_, error, code) => {
  expect(toFailure(error, 'sending')).toMatchObject({ code, cause: error });
});

test.each([
  ['Proxy Authentication Required (407)', 'UND_ERR_INVALID_ARG', 'proxy-sign-in'],
  ['Proxy response (407) !== 200 when HTTP Tunneling', 'UND_ERR_ABORTED', 'proxy-sign-in'],
  ['Proxy response (503) !== 200 when HTTP Tunneling', 'UND_ERR_ABORTED', 'proxy'],
])('the message %j of a proxy wins over a code of other failures', (message, code, kind) => {
  expect(toFailure(failed(message, code), 'sending').kind).toBe(kind);
});

test.each([
  ['Response does not match the HTTP/1.1 protocol (Expected HTTP/)', 'not-http'],
  ['other side closed', 'closed'],
  ['socket hang up', 'closed'],
  ['terminated', 'closed'],
  ['the moon is full', 'other'],
])('the message %j counts where there is no code', (message, kind) => {
  expect(toFailure(failed(message), 'sending').kind).toBe(kind);
});

test('a code wins over the message of a connection that ended', () => {
  const error = new TypeError('terminated', { cause: failed('too short', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') });
  expect(toFailure(error, 'sending').kind).toBe('truncated');
});

test.each<[Error, Progress, string]>([
  [failed('socket hang up'), 'sending', 'closed'],
  [failed('socket hang up'), 'reading', 'truncated'],
  [failed('no', 'E_STRANGE'), 'reading', 'truncated'],
  [failed('no', 'EPROTO'), 'reading', 'tls'],
])('%o while %s is of the kind %s', (error, progress, kind) => {
  expect(toFailure(error, progress).kind).toBe(kind);
});

const REQUEST: FailedRequest = { url: new URL('https://wf.test/apps'), timeoutMs: 2500, proxy: null, attempts: 1 };
const PROXY = new URL('http://proxy.test:3128');

/** What a user reads: the message, then what to try. */
function read(kind: FailureKind, more: Partial<FailedRequest> & { code?: string; cause?: unknown } = {}): string[] {
  const { code = null, cause = new Error('bad luck.'), ...request } = more;
  const { message, nextSteps } = describeFailure({ kind, code, cause }, { ...REQUEST, ...request });
  return [message, ...nextSteps];
}

const LOOK = ['wf config list', 'wf api GET /health --base-url https://wf.test'];
const NETWORK = 'Check the network, a VPN, or a firewall.';

test.each<[FailureKind, string, readonly string[]]>([
  ['refused', 'No service listens at wf.test:443: the connection was refused.', LOOK],
  ['unknown-host', 'The name wf.test does not resolve to an address.', LOOK],
  ['no-route', 'No network route leads to wf.test:443.', [NETWORK]],
  ['connect-timeout', 'Connecting to wf.test:443 took too long.', [NETWORK, ...LOOK]],
  [
    'tls',
    'The secure connection to wf.test:443 failed: bad luck.',
    [
      'For a private certificate authority: NODE_EXTRA_CA_CERTS=FILE.pem wf ...',
      'For a service without TLS: --base-url http://wf.test',
    ],
  ],
  ['not-http', 'What listens at wf.test:443 does not speak HTTP.', LOOK],
  ['closed', 'wf.test:443 closed the connection before it responded.', ['Try again.', ...LOOK]],
  ['truncated', 'wf.test:443 closed the connection in the middle of the response.', ['Try again.']],
  [
    'too-large',
    'The response of wf.test:443 is too large to hold in memory.',
    ['Request less, for example with --limit 100'],
  ],
  ['timeout', 'wf.test:443 did not complete its response within 2.5 s.', ['Add --timeout 10', ...LOOK]],
  ['other', 'The request to wf.test:443 failed: bad luck.', LOOK],
])('the failure %s names the host, what happened and what to try', (kind, message, nextSteps) => {
  expect(read(kind)).toEqual([message, ...nextSteps]);
});

const VARIABLES = 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.';
const SIGN_IN = 'Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT, or check NO_PROXY.';

test.each<[FailureKind, string, readonly string[]]>([
  ['refused', 'The proxy proxy.test:3128 refused the connection to wf.test.', [VARIABLES]],
  ['unknown-host', 'The name proxy.test does not resolve to an address.', [VARIABLES]],
  ['no-route', 'No network route leads to proxy.test:3128.', [NETWORK]],
  ['connect-timeout', 'Connecting to proxy.test:3128 took too long.', [NETWORK, ...LOOK]],
  ['proxy', 'The proxy proxy.test:3128 refused to connect to wf.test:443.', [SIGN_IN]],
  ['proxy-sign-in', 'The proxy requires a name and a password.', [SIGN_IN]],
])('behind a proxy, the failure %s is about the proxy', (kind, message, nextSteps) => {
  expect(read(kind, { proxy: PROXY })).toEqual([message, ...nextSteps]);
});

test.each([
  ['http://localhost:8000/apps', 'localhost:8000', 'wf serve --port 8000'],
  ['http://127.0.0.1/apps', '127.0.0.1:80', 'wf serve --port 80'],
])('a service at %s is started, not looked for', (url, place, step) => {
  expect(read('refused', { url: new URL(url) })).toEqual([
    `No service listens at ${place}: the connection was refused.`,
    step,
    'wf config list',
  ]);
});

test('the number of attempts is reported when there were several', () => {
  expect(read('closed', { attempts: 3 })[0]).toBe(
    'wf.test:443 closed the connection before it responded (tried 3 times).',
  );
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed and not trusted on this machine'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate authority is not trusted on this machine'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate authority is not trusted on this machine'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate authority is not trusted on this machine'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the server does not use TLS'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'the server does not use TLS'],
  ['EPROTO', 'the server and this machine have no TLS version in common'],
  ['ERR_SSL_OTHER', 'bad luck'],
])('the TLS error %s means that %s', (code, reason) => {
  expect(read('tls', { code })[0]).toBe(`The secure connection to wf.test:443 failed: ${reason}.`);
});

test.each([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not yet valid'],
])('the TLS error %s points at the clock of this machine', (code, reason) => {
  const [message, ...steps] = read('tls', { code });
  expect(message).toMatch(
    new RegExp(`failed: ${reason}, by the clock of this machine \\(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\)\\.$`),
  );
  expect(steps.join(' ')).toContain('date -u');
});

test.each([
  ['timeout', 'WF_TIMEOUT'],
  ['connect-timeout', 'WF_TIMEOUT'],
  ['refused', 'WF_UNREACHABLE'],
] as const)('the failure %s has the code %s, and details for scripts', (kind, code) => {
  expect(describeFailure({ kind, code: 'E_SYSTEM', cause: null }, REQUEST)).toMatchObject({
    code,
    status: null,
    details: { url: 'https://wf.test', reason: kind, system_code: 'E_SYSTEM' },
  });
});

test('an interruption is no fault of the service', () => {
  const interrupted = describeFailure({ kind: 'interrupted', code: null, cause: 'Ctrl-C' }, REQUEST);
  expect(interrupted).toMatchObject({ code: 'WF_INTERRUPTED', message: 'Interrupted while waiting for wf.test.' });
});

test('our own errors pass unchanged', () => {
  const cause = new UserError({ code: 'WF_USAGE', message: 'No.' });
  expect(describeFailure({ kind: 'other', code: null, cause }, REQUEST)).toBe(cause);
});
