import type { Clock } from './clock.ts';
import { type Failure, type Progress, toFailure } from './failure.ts';
import type { Transport, WireRequest } from '../transport/transport.ts';

/** A whole answer. */
export interface Answer {
  readonly url: URL;
  readonly method: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** What is still to come of a streamed answer, instead of `bytes`. */
  readonly stream: AsyncIterable<Uint8Array> | null;
}

export type Outcome =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: Failure };

export interface SendOnceOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly request: Omit<WireRequest, 'signal'>;
  /** Time limit from the first byte sent to the last one read; of a stream, to its first. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Leave the body of a 2xx answer unread. */
  readonly stream: boolean;
  readonly maxAnswerBytes: number;
  /** Words what goes wrong while a stream is read, after this function returned. */
  readonly describe: (failure: Failure) => Error;
}

/** Sends one request once and reads its answer. Never throws: what goes wrong is in the outcome. */
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
    return { ok: true, answer: { ...head, bytes, stream: null } };
  } catch (error) {
    limit.end();
    return { ok: false, failure: limit.reason() ?? (error === TOO_LARGE ? tooLarge() : toFailure(error, progress)) };
  }
}

/**
 * Passes a stream on: the caller's signal still ends it, and what breaks it is worded.
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
    // Not awaited: a stream that hangs would also hang while it is put away.
    void iterator.return?.().catch(() => undefined);
  }
}

const TOO_LARGE = Symbol('answer too large');

function tooLarge(): Failure {
  return { kind: 'too-large', code: null, cause: undefined };
}

async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw TOO_LARGE;
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

type Limit = ReturnType<typeof startLimit>;

/** Watches the clock and the caller's signal. The race makes sure of an end also where a transport ignores its signal. */
function startLimit({ clock, timeoutMs, signal: outer }: SendOnceOptions) {
  const controller = new AbortController();
  let reason: Failure | null = null;
  const stop = (failure: Failure) => {
    reason ??= failure;
    controller.abort(failure.cause);
  };
  const interrupt = () => stop({ kind: 'interrupted', code: null, cause: outer?.reason });
  const cancelTimer = clock.startTimer(timeoutMs, () => stop({ kind: 'timeout', code: null, cause: undefined }));
  if (outer?.aborted === true) interrupt();
  else outer?.addEventListener('abort', interrupt, { once: true });
  return {
    signal: controller.signal,
    reason: () => reason,
    race: <T>(work: Promise<T>): Promise<T> => untilAborted(controller.signal, work),
    stopClock: cancelTimer,
    end: () => {
      cancelTimer();
      outer?.removeEventListener('abort', interrupt);
    },
  };
}

/** Not Promise.race with one long-lived promise: that would remember every chunk of a stream until it ends. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  });
}
