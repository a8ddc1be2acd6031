import { messageOf } from '../../foundation/errors/read-thrown.ts';
import type { FailureKind } from './failure-kind.ts';
import { kindDespiteCode, kindWithoutCode } from './foreign-messages.ts';

/** A request without a complete response. */
export interface Failure {
  readonly kind: FailureKind;
  /** The platform's code, as in `ECONNREFUSED`. */
  readonly code: string | null;
  readonly cause: unknown;
}

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
  return kindDespiteCode(message) ?? KINDS[code] ?? kindByFamily(code) ?? kindWithoutCode(message) ?? 'other';
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

function kindByFamily(code: string): FailureKind | undefined {
  for (const [prefix, kind] of FAMILIES) if (code.startsWith(prefix)) return kind;
  return undefined;
}

/** Families of codes, by what they begin with. */
const FAMILIES: readonly (readonly [string, FailureKind])[] = [
  ['ERR_PROXY_', 'proxy'],
  ['UND_ERR_PRX', 'proxy'],
  ['HPE_', 'not-http'],
  ['ERR_SSL', 'tls'],
  ['ERR_TLS', 'tls'],
  ['CERT_', 'tls'],
];

/** Reads the code of an error, of its cause, or of the first of several tried addresses. */
function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : null;
}
