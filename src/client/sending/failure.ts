import { isWfError, messageOf, ServiceError, UserError, type WfError } from '../../foundation/errors/wf-error.ts';
import { isLoopback } from '../transport/transport.ts';

/** A request without a complete response. */
export interface Failure {
  readonly kind: FailureKind;
  /** The platform's code, as in `ECONNREFUSED`. */
  readonly code: string | null;
  readonly cause: unknown;
}

/** Why a request got no complete answer. */
export type FailureKind =
  | 'refused'
  | 'unknown-host'
  | 'no-route'
  | 'proxy'
  | 'proxy-sign-in'
  | 'connect-timeout'
  | 'tls'
  | 'not-http'
  | 'closed'
  | 'truncated'
  | 'too-large'
  | 'timeout'
  | 'interrupted'
  | 'other';

/** State of a request when it failed: before the response began, or in the middle of it. */
export type Progress = 'sending' | 'reading';

/** Converts a transport's error to the kind that decides its message. */
export function toFailure(error: unknown, progress: Progress): Failure {
  const code = codeOf(error);
  const kind = kindOf(code ?? '', messageOf(error));
  if (progress === 'reading' && (kind === 'closed' || kind === 'other'))
    return { kind: 'truncated', code, cause: error };
  return { kind, code, cause: error };
}

function kindOf(code: string, message: string): FailureKind {
  const find = (messages: readonly ForeignMessage[]) => messages.find(({ says }) => says.test(message))?.kind;
  const family = FAMILIES.find(([prefix]) => code.startsWith(prefix));
  return find(DESPITE_CODE) ?? KINDS[code] ?? family?.[1] ?? find(WITHOUT_CODE) ?? 'other';
}

const KINDS: Record<string, FailureKind> = {
  ECONNREFUSED: 'refused',
  ENOENT: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EAI_NODATA: 'unknown-host',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'truncated',
  UND_ERR_ABORTED: 'closed',
  ERR_STREAM_PREMATURE_CLOSE: 'truncated',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
};

/** Families of codes, by what they begin with. */
const FAMILIES: readonly (readonly [string, FailureKind])[] = [
  ['ERR_PROXY_', 'proxy'],
  ['UND_ERR_PRX', 'proxy'],
  ['HPE_', 'not-http'],
  ['ERR_SSL', 'tls'],
  ['ERR_TLS', 'tls'],
  ['CERT_', 'tls'],
];

/** A sentence of a library that distinguishes a failure from others. */
interface ForeignMessage {
  readonly says: RegExp;
  readonly kind: FailureKind;
}

/** undici gives a proxy's refusal the code of other failures, so these win over the code. @source undici 8, `proxy-agent.js` */
const DESPITE_CODE: readonly ForeignMessage[] = [
  { says: /^Proxy Authentication Required|^Proxy response \(407\)/, kind: 'proxy-sign-in' },
  { says: /^Proxy response /, kind: 'proxy' },
];

/** These come without a code that says it. @source undici 8, `parser-h1.js`, `client-h1.js`, `fetch/index.js`; Node, `_http_client.js` */
const WITHOUT_CODE: readonly ForeignMessage[] = [
  { says: /HTTP\/1\.1 protocol/, kind: 'not-http' },
  { says: /other side closed|socket hang up|terminated/, kind: 'closed' },
];

/** Reads the code of an error, of its cause, or of the first of several tried addresses. */
function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : null;
}

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
    nextSteps: DATED.has(code ?? '')
      ? ['Compare the clock of this machine: date -u', 'If it is right, renew the certificate of the service.']
      : [
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

/** Certificates whose time a wrong clock misses. */
const DATED = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

function tlsReason(code: string | null, cause: unknown): string {
  const clock = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const reasons: Record<string, string> = {
    CERT_HAS_EXPIRED: `its certificate has expired, by the clock of this machine (${clock} UTC)`,
    CERT_NOT_YET_VALID: `its certificate is not yet valid, by the clock of this machine (${clock} UTC)`,
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
