import { backOffMs } from './back-off.ts';

/**
 * Statuses of a failure that may pass: a request that came late or early (408, 425), a lock (409), too much load (429, 503,
 * 529), and a failing server or gateway (500, 502, 504).
 */
const TRANSIENT_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
const BUSY_STATUSES = new Set([429, 503, 529]);

/** Codes of connections that were refused, broke off, or were never established. @source Node and undici, error codes */
const TRANSIENT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Says whether to send a request again: `true` or `false`. Providers of models answer with it, and our workflows. */
export const SHOULD_RETRY = 'x-should-retry';

/** What an answer says about a retry. */
export interface RetryAdvice {
  readonly shouldRetry?: boolean | undefined;
  /** The header `Retry-After`; `null`: it has none. */
  readonly retryAfter: string | null;
}

/** Writes the advice as headers; `Retry-After` has whole seconds. @source RFC 9110 §10.2.3 */
export function toRetryHeaders({ shouldRetry, retryAfter }: RetryAdvice): Readonly<Record<string, string>> {
  return {
    ...(shouldRetry === undefined ? {} : { [SHOULD_RETRY]: String(shouldRetry) }),
    ...(retryAfter === null ? {} : { 'retry-after': toWholeSeconds(retryAfter) }),
  };
}

/** Rounds decimals up; any other text, such as a date, stays. */
function toWholeSeconds(retryAfter: string): string {
  const seconds = readNumber(retryAfter);
  return seconds === null || Number.isInteger(seconds) ? retryAfter : String(Math.ceil(seconds));
}

type GetHeader = (name: string) => string | null | undefined;

/** Returns whether a call that was answered with this status failed, and may succeed later. */
export function isTransient(status: number, header: GetHeader): boolean {
  if (status < 400) return false;
  return readRetryAdvice(header).shouldRetry ?? TRANSIENT_STATUSES.has(status);
}

/** Reads what an answer says about a retry; another text than `true` and `false` says nothing. */
export function readRetryAdvice(header: GetHeader): RetryAdvice {
  const text = header(SHOULD_RETRY);
  const advice = text === 'true' || text === 'false' ? { shouldRetry: text === 'true' } : {};
  const milliseconds = readNumber(header('retry-after-ms'));
  // One header carries both: `readRetryAfter` takes decimals.
  return {
    ...advice,
    retryAfter: milliseconds === null ? (header('retry-after') ?? null) : String(milliseconds / 1000),
  };
}

/** Returns whether the target has too much to do, so that fewer calls at a time may help. */
export function isBusy(status: number): boolean {
  return BUSY_STATUSES.has(status);
}

export function isTransientCode(code: unknown): boolean {
  return typeof code === 'string' && TRANSIENT_CODES.has(code);
}

/**
 * Reads how long a server asks to wait: seconds or an HTTP date in `Retry-After`, milliseconds in `Retry-After-Ms`.
 *
 * @param now - milliseconds since 1970
 * @returns milliseconds from `now`, never negative; `null` if neither header is there in such a form
 * @source RFC 9110 §10.2.3
 */
export function readRetryAfter(header: GetHeader, now: number): number | null {
  const milliseconds = readNumber(header('retry-after-ms'));
  if (milliseconds !== null) return milliseconds;
  const text = header('retry-after')?.trim() ?? '';
  const seconds = readNumber(text);
  if (seconds !== null) return seconds * 1000;
  // An HTTP date starts with the name of a day; Date.parse alone would also take "-1" or "2".
  const date = /^[A-Z][a-z]{2,}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Decimals, too: some providers send them. */
function readNumber(text: string | null | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

export interface BackOff {
  /** Delay before the first retry; doubled for each further one. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Computes the delay before a retry. Without a wish of the server, it is between half of the back-off and all of it. The wish
 * is a minimum, and a quarter of the back-off is added at most: callers must not all retry at the same moment.
 *
 * @param attempt - how many retries came before, from 0
 * @param askedMs - what the server asked for; `null`: nothing
 * @param random - a number in [0, 1)
 */
export function retryDelayMs(attempt: number, askedMs: number | null, backOff: BackOff, random: number): number {
  const delay = backOffMs(attempt, backOff.firstMs, backOff.maxMs);
  return Math.floor(askedMs === null ? delay * (0.5 + random / 2) : askedMs + delay * random * 0.25);
}
