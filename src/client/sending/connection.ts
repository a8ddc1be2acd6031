import type { ServiceError, WfError } from '../../foundation/errors/wf-error.ts';
import { type Clock, wait } from './clock.ts';
import { describeFailure, type Failure } from './failure.ts';
import {
  type Answer,
  learnFrom,
  type Outcome,
  type RequestEvent,
  sendOnce,
  type ServiceKnowledge,
  toRequestEvent,
  unexpectedAnswer,
} from './send-once.ts';
import { type HttpRequest, joinUrl } from '../endpoints/http-request.ts';
import type { Transport } from '../transport/transport.ts';
import { isTransient, readRetryAdvice, readRetryAfter, retryDelayMs } from '../../foundation/retry-rule.ts';

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of each attempt, in milliseconds, above 0. @defaultValue the client's */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries after the first attempt, 0 or more. @defaultValue the client's */
  readonly retries?: number | undefined;
}

/** Options of one call of a service with our extensions. */
export interface ExtendedCallOptions extends CallOptions {
  /** Revision that the record must have; the service refuses the change otherwise. */
  readonly ifRevision?: number | undefined;
}

export interface ConnectionOptions {
  readonly transport: Transport;
  readonly baseUrl: URL;
  readonly service: ServiceKnowledge;
  /** Headers of every request, including the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly maxAnswerBytes: number;
  /** Returns the status that the service meant: some send 500 for what is missing or taken. */
  readonly intendedStatus: (answer: Answer) => number;
  readonly onRequest: (event: RequestEvent) => void;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface SendOptions extends CallOptions {
  /** Return the body of a 2xx answer as a stream. @defaultValue false */
  readonly stream?: boolean | undefined;
  /** Whether a failure shows that the request ran, whatever its status says. @defaultValue never */
  readonly hasRun?: ((answer: Answer) => boolean) | undefined;
  /** Whether a request that ran is not sent again, even if its answer asks for it. @defaultValue false */
  readonly runsOnce?: boolean | undefined;
}

/** Sends a request, with retries, until a response of any status arrives or no retry is left. */
export type Send = (request: HttpRequest, call?: SendOptions) => Promise<Answer>;

/** Creates the sender for one service, with time limits, retries and redirects within its origin. */
export function createConnection(options: ConnectionOptions): Send {
  return async (request, call = {}) => {
    const { method, headers } = request;
    const retries = call.retries ?? options.retries;
    for (let attempts = 1; ; attempts += 1) {
      const { outcome, describe } = await attempt(options, request, call, attempts);
      if (outcome.ok) learnFrom(options.service, outcome.answer);
      const honoursIdempotencyKey = options.service.isExtended && 'idempotency-key' in headers;
      const status = outcome.ok ? options.intendedStatus(outcome.answer) : null;
      const hasRun = outcome.ok && outcome.answer.status >= 400 && call.hasRun?.(outcome.answer) === true;
      const chance = { now: options.clock.now(), random: options.random() };
      const { runsOnce = false } = call;
      const chosen = { method, outcome, status, hasRun, runsOnce, attempts, honoursIdempotencyKey };
      const delayMs = decideRetry({ ...chosen, ...chance });
      if (delayMs === null || attempts > retries) {
        if (outcome.ok) return outcome.answer;
        throw describe(outcome.failure);
      }
      await wait(options.clock, delayMs, call.signal).catch((cause: unknown) => {
        throw describe({ kind: 'interrupted', code: null, cause });
      });
    }
  };
}

interface Attempted {
  readonly outcome: Outcome;
  readonly describe: (failure: Failure) => WfError;
}

/** Sends the request once and follows its redirects. */
async function attempt(
  options: ConnectionOptions,
  request: HttpRequest,
  call: SendOptions,
  attempts: number,
): Promise<Attempted> {
  const { transport, clock, maxAnswerBytes, onRequest } = options;
  const { method, body } = request;
  const { signal, stream = false, timeoutMs = options.timeoutMs } = call;
  const headers = { ...options.headers, ...request.headers };
  let url = joinUrl(options.baseUrl, request.path, request.query);
  for (let hops = 0; ; hops += 1) {
    const wire = { method, url, headers, body };
    const failed = { url, timeoutMs, attempts, proxy: transport.proxyFor?.(url) ?? null };
    const describe = (failure: Failure) => describeFailure(failure, failed);
    const startedAt = clock.now();
    const limits = { timeoutMs, signal, maxAnswerBytes };
    const outcome = await sendOnce({ transport, clock, request: wire, stream, describe, ...limits });
    onRequest(toRequestEvent(outcome, wire, { attempt: attempts, durationMs: clock.now() - startedAt }));
    const next = outcome.ok ? nextHop(outcome.answer, hops) : null;
    if (next === null) return { outcome, describe };
    url = next;
  }
}

const MAX_CHAIN_LENGTH = 5;
const STATUSES = new Set([301, 302, 303, 307, 308]);

/**
 * Finds the target of a redirect that is safe to follow: a GET or HEAD within the origin. The key belongs to one
 * origin, and a redirected write is not repeated.
 *
 * @param hops - number of redirects followed so far
 * @returns the next address; `null` if the response is not a redirect
 * @throws {WF_UNEXPECTED_ANSWER} when the redirect leads to another origin, redirects a write, or is one of too many
 * @source RFC 9110 §15.4, design §2
 */
function nextHop(answer: Answer, hops: number): URL | null {
  const location = answer.headers['location'];
  if (!STATUSES.has(answer.status) || location === undefined) return null;
  const target = URL.parse(location, answer.url);
  if (target === null) throw refuse(answer, `redirects to ${JSON.stringify(location)}, which is not an address`, []);
  if (target.origin !== answer.url.origin) {
    const meant = `If that is the right service: wf config set base_url ${target.origin}`;
    throw refuse(answer, `redirects to another origin, ${target.origin}; the key is not sent there`, [
      meant,
      'wf config list',
    ]);
  }
  if (answer.method !== 'GET' && answer.method !== 'HEAD') {
    throw refuse(answer, `redirects a write to ${target.pathname}; wf does not send a write twice`, ['wf config list']);
  }
  if (hops >= MAX_CHAIN_LENGTH)
    throw refuse(answer, `redirects more than ${MAX_CHAIN_LENGTH} times`, ['wf config list']);
  return target;
}

function refuse(answer: Answer, what: string, nextSteps: readonly string[]): ServiceError {
  const { url, method, status } = answer;
  return unexpectedAnswer(answer, `${url.origin} answers ${method} ${url.pathname} with ${status}: it ${what}.`, {
    nextSteps,
  });
}

export interface Attempt {
  readonly method: string;
  readonly outcome: Outcome;
  /** Status that the service meant; `null`: no answer arrived. */
  readonly status: number | null;
  /** Whether the answer shows that the request ran. */
  readonly hasRun: boolean;
  /** Whether one that ran is not sent again, even if its answer asks for it. */
  readonly runsOnce: boolean;
  /** Requests sent so far, 1 or more. */
  readonly attempts: number;
  /** Whether this service is known to run a request with an `Idempotency-Key` only once. */
  readonly honoursIdempotencyKey: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A number in [0, 1). */
  readonly random: number;
}

const BACK_OFF = { firstMs: 400, maxMs: 5_000 };
/** Longest `Retry-After` that the client waits for; a longer one fails the request. */
const MAX_ASKED_MS = 60_000;

/**
 * Decides whether and when to send a request again.
 *
 * A retry is safe for GET, HEAD, PUT and DELETE, which are idempotent. It is safe for POST and PATCH if the connection
 * was refused (nothing was sent), if the service did nothing yet (408, 425, 429, or 503 with `Retry-After`), if the
 * service is known to honour `Idempotency-Key`, or if the answer asks for it by `X-Should-Retry` and the caller may run
 * the request twice. A conflict (409) is an answer, and timeouts are not retried.
 *
 * @returns milliseconds to wait; `null`: do not retry
 * @source RFC 9110 §9.2.2 and §10.2.3
 */
export function decideRetry(attempt: Attempt): number | null {
  const { outcome, status, method, honoursIdempotencyKey } = attempt;
  const asked = outcome.ok ? readRetryAfter(headerOf(outcome.answer), attempt.now) : null;
  const mayRun = !attempt.hasRun || !attempt.runsOnce;
  const isRetryAsked = mayRun && outcome.ok && readRetryAdvice(headerOf(outcome.answer)).shouldRetry === true;
  if (!mayPass(outcome, status, isRetryAsked) || (asked !== null && asked > MAX_ASKED_MS)) return null;
  const isSafe = isRetryAsked || IDEMPOTENT.has(method) || honoursIdempotencyKey || didNothing(attempt, asked !== null);
  if (!isSafe) return null;
  return retryDelayMs(attempt.attempts - 1, asked, BACK_OFF, attempt.random);
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const TRANSIENT_FAILURES = new Set(['refused', 'closed', 'truncated', 'connect-timeout']);

function mayPass(outcome: Outcome, status: number | null, isRetryAsked: boolean): boolean {
  if (outcome.ok)
    return status !== null && (status !== 409 || isRetryAsked) && isTransient(status, headerOf(outcome.answer));
  // An unknown name stays unknown, but a busy resolver may respond later.
  if (outcome.failure.kind === 'unknown-host') return outcome.failure.code === 'EAI_AGAIN';
  return TRANSIENT_FAILURES.has(outcome.failure.kind);
}

function didNothing({ outcome, status, hasRun }: Attempt, isAsked: boolean): boolean {
  if (!outcome.ok || status === null) return !outcome.ok && outcome.failure.kind === 'refused';
  return !hasRun && (DID_NOTHING.has(status) || (status === 503 && isAsked));
}

const DID_NOTHING = new Set([408, 425, 429]);

function headerOf({ headers }: Answer): (name: string) => string | undefined {
  return (name) => headers[name];
}
