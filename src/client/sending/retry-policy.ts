import { backOffMs } from '../../foundation/back-off.ts';
import type { Outcome } from './send-once.ts';

export interface Attempt {
  readonly method: string;
  readonly outcome: Outcome;
  /** Requests sent so far, 1 or more. */
  readonly attempts: number;
  /** Whether this service is known to run a request with an `Idempotency-Key` only once. */
  readonly honoursIdempotencyKey: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A number in [0, 1). */
  readonly random: number;
}

const BASE_MS = 200;
const MAX_MS = 5_000;
/** Longest `Retry-After` that the client waits for; a longer one fails the request. */
const MAX_ASKED_MS = 60_000;

/**
 * Decides whether and when to send a request again.
 *
 * A retry is safe for GET, HEAD, PUT and DELETE, which are idempotent. It is safe for POST and PATCH if the connection
 * was refused (nothing was sent), if the service did nothing yet (429, or 503 with `Retry-After`), or if the service is
 * known to honour `Idempotency-Key`. Timeouts are not retried.
 *
 * @returns milliseconds to wait, by `Retry-After` or else by exponential back-off with full jitter; `null`: do not
 * retry
 * @source RFC 9110 §9.2.2 and §10.2.3
 */
export function retryDelayMs(attempt: Attempt): number | null {
  const { outcome, method, honoursIdempotencyKey } = attempt;
  const asked = outcome.ok ? parseRetryAfter(outcome.answer.headers['retry-after'], attempt.now) : null;
  if (!isTransient(outcome) || (asked !== null && asked > MAX_ASKED_MS)) return null;
  const isSafe = IDEMPOTENT.has(method) || honoursIdempotencyKey || didNothing(outcome, asked !== null);
  if (!isSafe) return null;
  return asked ?? Math.floor(attempt.random * backOffMs(attempt.attempts, BASE_MS, MAX_MS));
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const TRANSIENT_STATUSES = new Set([429, 502, 503, 504]);
const TRANSIENT_FAILURES = new Set(['refused', 'closed', 'truncated', 'connect-timeout']);

function isTransient(outcome: Outcome): boolean {
  if (outcome.ok) return TRANSIENT_STATUSES.has(outcome.answer.status);
  // An unknown name stays unknown, but a busy resolver may respond later.
  if (outcome.failure.kind === 'unknown-host') return outcome.failure.code === 'EAI_AGAIN';
  return TRANSIENT_FAILURES.has(outcome.failure.kind);
}

function didNothing(outcome: Outcome, isAsked: boolean): boolean {
  if (!outcome.ok) return outcome.failure.kind === 'refused';
  return outcome.answer.status === 429 || (outcome.answer.status === 503 && isAsked);
}

/**
 * Reads `Retry-After`: seconds or an HTTP date.
 *
 * @returns milliseconds from `now`, never negative; `null` if the header is missing or has neither form
 * @source RFC 9110 §10.2.3
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // An HTTP date starts with the name of a day; Date.parse alone would also take "-1" or "2".
  const date = /^[A-Z][a-z]{2,}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
