import type { WfError } from '../../foundation/errors/wf-error.ts';
import { type Clock, wait } from './clock.ts';
import { describeFailure } from './describe-failure.ts';
import { type Answer, type Outcome, sendOnce } from './send-once.ts';
import type { Failure } from './failure.ts';
import { nextHop } from './redirect.ts';
import { type RequestEvent, toRequestEvent } from './request-event.ts';
import { retryDelayMs } from './retry-policy.ts';
import { learnFrom, type ServiceKnowledge } from './service-knowledge.ts';
import { type HttpRequest, joinUrl } from '../endpoints/http-request.ts';
import type { Transport } from '../transport/transport.ts';

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
  readonly onRequest: (event: RequestEvent) => void;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface SendOptions extends CallOptions {
  /** Return the body of a 2xx answer as a stream. @defaultValue false */
  readonly stream?: boolean | undefined;
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
      const now = options.clock.now();
      const delayMs = retryDelayMs({ method, outcome, attempts, honoursIdempotencyKey, now, random: options.random() });
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
