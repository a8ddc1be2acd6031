import { ServiceError } from '../../errors/service-error.ts';
import { isWfError, UserError, type WfError } from '../../errors/wf-error.ts';
import type { Failure } from './failure.ts';
import type { FailureKind } from './failure-kind.ts';
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
  const { said, nextSteps } = WORDS[failure.kind](request, failure);
  const times = request.attempts > 1 ? ` (tried ${request.attempts} times)` : '';
  return new ServiceError({
    code: failure.kind === 'timeout' || failure.kind === 'connect-timeout' ? 'WF_TIMEOUT' : 'WF_UNREACHABLE',
    message: `${said}${times}.`,
    nextSteps,
    status: null,
    details: { url: request.url.origin, reason: failure.kind, system_code: failure.code },
    cause: failure.cause,
  });
}

function describeInterruption({ cause }: Failure, url: URL): WfError {
  return new UserError({ code: 'WF_INTERRUPTED', message: `Interrupted while waiting for ${url.host}.`, cause });
}

interface Words {
  readonly said: string;
  readonly nextSteps: readonly string[];
}

const CHECK_PROXY = ['Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT, or check NO_PROXY.'];

const WORDS: Record<Exclude<FailureKind, 'interrupted'>, (request: FailedRequest, failure: Failure) => Words> = {
  refused: ({ url, proxy }) => ({
    said:
      proxy === null
        ? `No service listens at ${hostAndPort(url)}: the connection was refused`
        : `The proxy ${hostAndPort(proxy)} refused the connection to ${url.host}`,
    nextSteps: proxy === null ? startOrCheck(url) : ['Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.'],
  }),
  'unknown-host': ({ url, proxy }) => ({
    said: `The name ${(proxy ?? url).hostname} does not resolve to an address`,
    nextSteps: proxy === null ? checkAddress(url) : ['Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.'],
  }),
  proxy: ({ url, proxy }) => ({
    said: `The proxy ${proxy === null ? '' : `${hostAndPort(proxy)} `}opens no way to ${hostAndPort(url)}`,
    nextSteps: CHECK_PROXY,
  }),
  'proxy-sign-in': () => ({ said: 'The proxy wants a name and a password', nextSteps: CHECK_PROXY }),
  'no-route': ({ url, proxy }) => ({
    said: `No network route leads to ${hostAndPort(proxy ?? url)}`,
    nextSteps: ['Check the network, a VPN, or a firewall.'],
  }),
  'connect-timeout': ({ url, proxy }) => ({
    said: `Connecting to ${hostAndPort(proxy ?? url)} took too long`,
    nextSteps: ['Check the network, a VPN, or a firewall.', ...checkAddress(url)],
  }),
  tls: ({ url }, { code, cause }) => ({
    said: `The secure connection to ${hostAndPort(url)} failed: ${tlsReason(code, cause)}`,
    nextSteps: [
      'For a private certificate authority: NODE_EXTRA_CA_CERTS=FILE.pem wf ...',
      `For a service without TLS: --base-url http://${url.host}`,
    ],
  }),
  'not-http': ({ url }) => ({
    said: `What listens at ${hostAndPort(url)} does not speak HTTP`,
    nextSteps: checkAddress(url),
  }),
  closed: ({ url }) => ({
    said: `${hostAndPort(url)} closed the connection before it answered`,
    nextSteps: ['Try again.', ...checkAddress(url)],
  }),
  truncated: ({ url }) => ({
    said: `${hostAndPort(url)} closed the connection in the middle of its answer`,
    nextSteps: ['Try again.'],
  }),
  'too-large': ({ url }) => ({
    said: `${hostAndPort(url)} answered more than wf is willing to hold in memory`,
    nextSteps: ['Ask for less, as in --limit 100'],
  }),
  timeout: ({ url, timeoutMs }) => ({
    said: `${hostAndPort(url)} did not finish answering within ${timeoutMs / 1000} s`,
    nextSteps: [`Add --timeout ${Math.ceil((timeoutMs / 1000) * 4)}`, ...checkAddress(url)],
  }),
  other: ({ url }, { cause }) => ({
    said: `The request to ${hostAndPort(url)} failed: ${reasonOf(cause)}`,
    nextSteps: checkAddress(url),
  }),
};

function reasonOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
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
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself, which nothing here trusts',
    SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that nothing here trusts',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an authority that nothing here trusts',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority that nothing here trusts',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
    ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
    ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS',
    EPROTO: 'it does not speak TLS as this machine does',
  };
  return reasons[code ?? ''] ?? reasonOf(cause);
}
