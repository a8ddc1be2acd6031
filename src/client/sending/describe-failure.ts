import { messageOf } from '../../foundation/errors/read-thrown.ts';
import { isWfError, ServiceError, UserError, type WfError } from '../../foundation/errors/wf-error.ts';
import type { Failure, FailureKind } from './failure.ts';
import { isLoopback } from '../transport/proxy-from-env.ts';

export interface FailedRequest {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly proxy: URL | null;
  /** Requests sent, this one included. */
  readonly attempts: number;
}

/** Describes a failure: which host, which step, what to try. */
export function describeFailure(failure: Failure, request: FailedRequest): WfError {
  // An embedded service throws our own errors, and a caller may abort with one.
  if (isWfError(failure.cause)) return failure.cause;
  if (failure.kind === 'interrupted') return describeInterruption(failure, request.url);
  const { message, nextSteps } = DESCRIPTIONS[failure.kind](request, failure);
  const times = request.attempts > 1 ? ` (tried ${request.attempts} times)` : '';
  return new ServiceError({
    code: failure.kind === 'timeout' || failure.kind === 'connect-timeout' ? 'WF_TIMEOUT' : 'WF_UNREACHABLE',
    message: `${message}${times}.`,
    nextSteps,
    status: null,
    details: { url: request.url.origin, reason: failure.kind, system_code: failure.code },
    cause: failure.cause,
  });
}

function describeInterruption({ cause }: Failure, url: URL): WfError {
  return new UserError({ code: 'WF_INTERRUPTED', message: `Interrupted while waiting for ${url.host}.`, cause });
}

interface Description {
  readonly message: string;
  readonly nextSteps: readonly string[];
}

const CHECK_PROXY = ['Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT, or check NO_PROXY.'];

const DESCRIPTIONS: Record<
  Exclude<FailureKind, 'interrupted'>,
  (request: FailedRequest, failure: Failure) => Description
> = {
  refused: ({ url, proxy }) => ({
    message:
      proxy === null
        ? `No service listens at ${hostAndPort(url)}: the connection was refused`
        : `The proxy ${hostAndPort(proxy)} refused the connection to ${url.host}`,
    nextSteps: proxy === null ? startOrCheck(url) : ['Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.'],
  }),
  'unknown-host': ({ url, proxy }) => ({
    message: `The name ${(proxy ?? url).hostname} does not resolve to an address`,
    nextSteps: proxy === null ? checkAddress(url) : ['Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.'],
  }),
  proxy: ({ url, proxy }) => ({
    message: `The proxy ${proxy === null ? '' : `${hostAndPort(proxy)} `}refused to connect to ${hostAndPort(url)}`,
    nextSteps: CHECK_PROXY,
  }),
  'proxy-sign-in': () => ({ message: 'The proxy requires a name and a password', nextSteps: CHECK_PROXY }),
  'no-route': ({ url, proxy }) => ({
    message: `No network route leads to ${hostAndPort(proxy ?? url)}`,
    nextSteps: ['Check the network, a VPN, or a firewall.'],
  }),
  'connect-timeout': ({ url, proxy }) => ({
    message: `Connecting to ${hostAndPort(proxy ?? url)} took too long`,
    nextSteps: ['Check the network, a VPN, or a firewall.', ...checkAddress(url)],
  }),
  tls: ({ url }, { code, cause }) => ({
    message: `The secure connection to ${hostAndPort(url)} failed: ${tlsReason(code, cause)}`,
    nextSteps: [
      'For a private certificate authority: NODE_EXTRA_CA_CERTS=FILE.pem wf ...',
      `For a service without TLS: --base-url http://${url.host}`,
    ],
  }),
  'not-http': ({ url }) => ({
    message: `What listens at ${hostAndPort(url)} does not speak HTTP`,
    nextSteps: checkAddress(url),
  }),
  closed: ({ url }) => ({
    message: `${hostAndPort(url)} closed the connection before it responded`,
    nextSteps: ['Try again.', ...checkAddress(url)],
  }),
  truncated: ({ url }) => ({
    message: `${hostAndPort(url)} closed the connection in the middle of the response`,
    nextSteps: ['Try again.'],
  }),
  'too-large': ({ url }) => ({
    message: `The response of ${hostAndPort(url)} is too large to hold in memory`,
    nextSteps: ['Request less, for example with --limit 100'],
  }),
  timeout: ({ url, timeoutMs }) => ({
    message: `${hostAndPort(url)} did not complete its response within ${timeoutMs / 1000} s`,
    nextSteps: [`Add --timeout ${Math.ceil((timeoutMs / 1000) * 4)}`, ...checkAddress(url)],
  }),
  other: ({ url }, { cause }) => ({
    message: `The request to ${hostAndPort(url)} failed: ${reasonOf(cause)}`,
    nextSteps: checkAddress(url),
  }),
};

function reasonOf(cause: unknown): string {
  return messageOf(cause).replace(/\.$/, '');
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

function startOrCheck(url: URL): string[] {
  return isLoopback(url.hostname) ? [`wf serve --port ${url.port || '80'}`, 'wf config list'] : checkAddress(url);
}

function checkAddress(url: URL): string[] {
  return ['wf config list', `wf api GET /health --base-url ${url.origin}`];
}

function tlsReason(code: string | null, cause: unknown): string {
  const reasons: Record<string, string> = {
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and not trusted on this machine',
    SELF_SIGNED_CERT_IN_CHAIN: 'its certificate authority is not trusted on this machine',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate authority is not trusted on this machine',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate authority is not trusted on this machine',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
    ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not use TLS',
    ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not use TLS',
    EPROTO: 'the server and this machine have no TLS version in common',
  };
  return reasons[code ?? ''] ?? reasonOf(cause);
}
