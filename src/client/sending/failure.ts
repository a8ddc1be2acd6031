/** Why a request got no complete answer. */
export type FailureKind =
  | 'refused'
  | 'unknown-host'
  | 'no-route'
  | 'proxy'
  | 'connect-timeout'
  | 'tls'
  | 'not-http'
  | 'closed'
  | 'truncated'
  | 'too-large'
  | 'timeout'
  | 'interrupted'
  | 'other';

/** A request without a complete answer. */
export interface Failure {
  readonly kind: FailureKind;
  /** The platform's code, as in `ECONNREFUSED`. */
  readonly code: string | null;
  readonly cause: unknown;
}

/** State of a request when it failed: before the answer began, or in the middle of it. */
export type Progress = 'sending' | 'reading';

/** Converts a transport's error to the kind that decides its message. */
export function toFailure(error: unknown, progress: Progress): Failure {
  const code = codeOf(error);
  const kind = isOfProxy(code, error) ? 'proxy' : (KINDS[code ?? ''] ?? kindByPattern(code ?? '', messageOf(error)));
  if (progress === 'reading' && (kind === 'closed' || kind === 'other'))
    return { kind: 'truncated', code, cause: error };
  return { kind, code, cause: error };
}

/** A proxy that answers but refuses. undici uses a code of other failures here, so its message must decide. */
function isOfProxy(code: string | null, error: unknown): boolean {
  return /^(ERR_PROXY_|UND_ERR_PRX)/.test(code ?? '') || /^Proxy (response|Authentication)/.test(messageOf(error));
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

function kindByPattern(code: string, message: string): FailureKind {
  if (code.startsWith('HPE_') || /HTTP\/1\.1 protocol/.test(message)) return 'not-http';
  if (/^(ERR_SSL|ERR_TLS|CERT_)/.test(code)) return 'tls';
  if (/other side closed|socket hang up|terminated/.test(message)) return 'closed';
  return 'other';
}

/** Reads the code of an error, of its cause, or of the first of several tried addresses. */
function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
