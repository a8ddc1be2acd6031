import { onAbort, orAborted } from '../../foundation/abort.ts';
import { ServiceError, type WfErrorOptions } from '../../foundation/errors/wf-error.ts';
import { maskKeys } from '../../contract/keys/key-in-address.ts';
import type { Clock } from './clock.ts';
import { type Failure, type Progress, toFailure } from './failure.ts';
import type { Transport, WireRequest } from '../transport/transport.ts';

/** A response that is read completely, or whose body is a stream. */
export interface Answer {
  readonly url: URL;
  readonly method: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body of a streamed response, instead of `bytes`. */
  readonly stream: AsyncIterable<Uint8Array> | null;
}

/** Creates the error about an answer that the interface does not allow. */
export function unexpectedAnswer(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  message: string,
  more: Pick<WfErrorOptions, 'nextSteps' | 'details'> = {},
): ServiceError {
  const requestId = headers['x-request-id'] ?? null;
  return new ServiceError({ code: 'WF_UNEXPECTED_ANSWER', message, status, requestId, ...more });
}

export type Outcome =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: Failure };

export interface SendOnceOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly request: Omit<WireRequest, 'signal'>;
  /** Time limit from the first byte sent to the last byte read; for a stream, to its headers. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Return the body of a 2xx response as a stream. */
  readonly stream: boolean;
  readonly maxAnswerBytes: number;
  /** Converts a failure while a stream is read to an error. */
  readonly describe: (failure: Failure) => Error;
}

/** Sends a request once and reads the response. Never throws: the outcome contains the failure. */
export async function sendOnce(options: SendOnceOptions): Promise<Outcome> {
  const { url, method } = options.request;
  const limit = startLimit(options);
  let progress: Progress = 'sending';
  try {
    const response = await limit.race(options.transport({ ...options.request, signal: limit.signal }));
    progress = 'reading';
    const { status, headers, body } = response;
    const head = { url, method, status, headers };
    if (options.stream && status >= 200 && status < 300) {
      limit.stopClock();
      return { ok: true, answer: { ...head, bytes: new Uint8Array(), stream: watch(body, limit, options.describe) } };
    }
    const bytes = await limit.race(readAll(body, options.maxAnswerBytes));
    limit.end();
    return bytes === null ? { ok: false, failure: TOO_LARGE } : { ok: true, answer: { ...head, bytes, stream: null } };
  } catch (error) {
    limit.end();
    return { ok: false, failure: limit.reason() ?? toFailure(error, progress) };
  }
}

/**
 * Forwards a stream. The caller's signal ends it, and a failure becomes a described error.
 *
 * @yields its chunks
 */
async function* watch(body: AsyncIterable<Uint8Array>, limit: Limit, describe: SendOnceOptions['describe']) {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await limit.race(iterator.next());
      if (done === true) return;
      yield value;
    }
  } catch (error) {
    throw describe(limit.reason() ?? toFailure(error, 'reading'));
  } finally {
    limit.end();
    // Not awaited: closing a stream that hangs would hang as well.
    void iterator.return?.().catch(() => undefined);
  }
}

const TOO_LARGE: Failure = { kind: 'too-large', code: null, cause: undefined };

/** Reads a body to its end, and stops as soon as it is too long. @returns `null` when it is */
export async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

type Limit = ReturnType<typeof startLimit>;

/** Enforces the time limit and the caller's signal. `race` ends the wait even if a transport ignores its signal. */
function startLimit({ clock, timeoutMs, signal: outer }: SendOnceOptions) {
  const controller = new AbortController();
  let reason: Failure | null = null;
  const stop = (failure: Failure) => {
    reason ??= failure;
    controller.abort(failure.cause);
  };
  const interrupt = () => stop({ kind: 'interrupted', code: null, cause: outer?.reason });
  const cancelTimer = clock.startTimer(timeoutMs, () => stop({ kind: 'timeout', code: null, cause: undefined }));
  const listening = onAbort(outer, interrupt);
  return {
    signal: controller.signal,
    reason: () => reason,
    race: <T>(work: Promise<T>): Promise<T> => orAborted(work, controller.signal),
    stopClock: cancelTimer,
    end: () => {
      cancelTimer();
      listening[Symbol.dispose]();
    },
  };
}

/** What the answers so far have shown about the service. A client has one, which each answer updates. */
export interface ServiceKnowledge {
  /** Whether an answer had the header `Wf-Version`: the service has the extensions of wf. */
  isExtended: boolean;
  /** Whether a request below the base URL succeeded, with more than a web page. */
  hasSucceeded: boolean;
}

/** Updates the knowledge by an answer. Only a success shows that a service lacks the header: a proxy sends failures. */
export function learnFrom(
  knowledge: ServiceKnowledge,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): void {
  if ('wf-version' in headers) knowledge.isExtended = true;
  const isPage = /html/i.test(headers['content-type'] ?? '');
  if (status >= 200 && status < 300 && !isPage) knowledge.hasSucceeded = true;
}

/** One attempt, for `--debug`: without headers, bodies or secrets. */
export interface RequestEvent {
  readonly method: string;
  /** Values of query parameters that look like secrets are replaced by `***`. */
  readonly url: string;
  /** HTTP status; `null` if no complete response arrived. */
  readonly status: number | null;
  readonly durationMs: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly requestId: string | null;
  /** Kind of failure, as in `refused`; `null` if a response arrived. */
  readonly failure: string | null;
}

/** Creates the event of one attempt. Picks fields of the request by name, so that headers stay out. */
export function toRequestEvent(
  outcome: Outcome,
  { method, url }: Pick<WireRequest, 'method' | 'url'>,
  { durationMs, attempt }: Pick<RequestEvent, 'durationMs' | 'attempt'>,
): RequestEvent {
  const answer = outcome.ok ? outcome.answer : null;
  return {
    method,
    url: redactUrl(url),
    status: answer?.status ?? null,
    durationMs,
    attempt,
    requestId: answer?.headers['x-request-id'] ?? null,
    failure: outcome.ok ? null : outcome.failure.kind,
  };
}

function redactUrl(url: URL): string {
  const shown = new URL(url);
  for (const name of new Set(shown.searchParams.keys())) {
    if (/key|token|secret|password|credential/i.test(name)) shown.searchParams.set(name, '***');
  }
  return maskKeys(shown.href);
}
