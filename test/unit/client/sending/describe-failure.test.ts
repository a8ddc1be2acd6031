import { expect, test } from 'vitest';
import { describeFailure, type FailedRequest } from '../../../../src/client/sending/describe-failure.ts';
import type { FailureKind } from '../../../../src/client/sending/failure-kind.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';

const REQUEST: FailedRequest = { url: new URL('https://wf.test/apps'), timeoutMs: 2500, proxy: null, attempts: 1 };
const PROXY = new URL('http://proxy.test:3128');

/** What a user reads: the message, then what to try. */
function read(kind: FailureKind, more: Partial<FailedRequest> & { code?: string; cause?: unknown } = {}): string {
  const { code = null, cause = new Error('bad luck.'), ...request } = more;
  const { message, nextSteps } = describeFailure({ kind, code, cause }, { ...REQUEST, ...request });
  return [message, ...nextSteps].join('\n');
}

const KINDS = [
  'refused',
  'unknown-host',
  'no-route',
  'connect-timeout',
  'tls',
  'not-http',
  'closed',
  'truncated',
  'too-large',
  'timeout',
  'other',
] as const;

test('every failure names the host, what happened and what to try', () => {
  expect(KINDS.map((kind) => read(kind)).join('\n\n')).toMatchInlineSnapshot(`
    "No service listens at wf.test:443: the connection was refused.
    wf config list
    wf api GET /health --base-url https://wf.test

    The name wf.test does not resolve to an address.
    wf config list
    wf api GET /health --base-url https://wf.test

    No network route leads to wf.test:443.
    Check the network, a VPN, or a firewall.

    Connecting to wf.test:443 took too long.
    Check the network, a VPN, or a firewall.
    wf config list
    wf api GET /health --base-url https://wf.test

    The secure connection to wf.test:443 failed: bad luck.
    For a private certificate authority: NODE_EXTRA_CA_CERTS=FILE.pem wf ...
    For a service without TLS: --base-url http://wf.test

    What listens at wf.test:443 does not speak HTTP.
    wf config list
    wf api GET /health --base-url https://wf.test

    wf.test:443 closed the connection before it responded.
    Try again.
    wf config list
    wf api GET /health --base-url https://wf.test

    wf.test:443 closed the connection in the middle of the response.
    Try again.

    The response of wf.test:443 is too large to hold in memory.
    Request less, for example with --limit 100

    wf.test:443 did not complete its response within 2.5 s.
    Add --timeout 10
    wf config list
    wf api GET /health --base-url https://wf.test

    The request to wf.test:443 failed: bad luck.
    wf config list
    wf api GET /health --base-url https://wf.test"
  `);
});

test('behind a proxy, failures to connect are about the proxy', () => {
  const kinds = ['refused', 'unknown-host', 'no-route', 'connect-timeout', 'proxy', 'proxy-sign-in'] as const;
  expect(kinds.map((kind) => read(kind, { proxy: PROXY })).join('\n\n')).toMatchInlineSnapshot(`
    "The proxy proxy.test:3128 refused the connection to wf.test.
    Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.

    The name proxy.test does not resolve to an address.
    Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.

    No network route leads to proxy.test:3128.
    Check the network, a VPN, or a firewall.

    Connecting to proxy.test:3128 took too long.
    Check the network, a VPN, or a firewall.
    wf config list
    wf api GET /health --base-url https://wf.test

    The proxy proxy.test:3128 refused to connect to wf.test:443.
    Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT, or check NO_PROXY.

    The proxy requires a name and a password.
    Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT, or check NO_PROXY."
  `);
});

test('a service on this machine is started, not looked for', () => {
  const steps = (url: string) => read('refused', { url: new URL(url) });
  expect(steps('http://localhost:8000/apps')).toBe(
    'No service listens at localhost:8000: the connection was refused.\nwf serve --port 8000\nwf config list',
  );
  expect(steps('http://127.0.0.1/apps')).toContain('127.0.0.1:80: the connection was refused.\nwf serve --port 80\n');
});

test('the number of attempts is reported when there were several', () => {
  expect(read('closed', { attempts: 3 })).toMatch(/before it responded \(tried 3 times\)\./);
});

test.each([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
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
  expect(read('tls', { code })).toContain(`The secure connection to wf.test:443 failed: ${reason}.\n`);
});

test.each([
  ['timeout', 'WF_TIMEOUT'],
  ['connect-timeout', 'WF_TIMEOUT'],
  ['refused', 'WF_UNREACHABLE'],
] as const)('%s has the code %s, and details for scripts', (kind, code) => {
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
