import { messageOf } from '../../foundation/errors/read-thrown.ts';

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
