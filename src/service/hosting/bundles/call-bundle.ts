import { CACHED_ANSWERS_PATH, CALL_MARK_HEADER } from '../../../contract/host-protocol/limits.ts';
import { AnswerTimeout, type Connections, sendRequest } from '../calls/send-request.ts';
import type { HostedProcess } from '../hosted-process.ts';
import type {
  CallOrigin,
  ForwardedRequest,
  HostedAnswer,
  HostedCall,
  HostedExchange,
  HostedQuestion,
} from '../hosting.ts';
import { HostingFailure, isShortage, shortageFailure } from '../hosting-failure.ts';
import { UnfitAnswer, unfitFailure } from '../calls/answer-head.ts';
import type { RunningHost } from '../processes/start-host-process.ts';
import type { CallMarks } from './write-logs.ts';

export type BundleCaller = ReturnType<typeof createBundleCaller>;

/** Creates the calls of one bundle. Each rejects with a `HostingFailure` when its process fails or does not answer in time. */
export function createBundleCaller(
  process: HostedProcess<RunningHost>,
  marks: CallMarks,
  { connections, timeoutMs }: Pick<ExplainOptions, 'connections' | 'timeoutMs'>,
) {
  const begin = (origin: CallOrigin | undefined) => (origin === undefined ? null : marks.begin(origin));
  const send = async (
    { socketPath }: RunningHost,
    onDone: () => void,
    sent: { path: string; request: ForwardedRequest; extraHeaders: Record<string, string> },
  ) => await sendRequest({ address: { socketPath }, connections, timeoutMs, onDone, ...sent });
  return {
    /** Sends a call over the process's socket. */
    async call({ path, request, revisionId, origin }: HostedCall): Promise<Response> {
      const marked = begin(origin);
      const extraHeaders = toHeaders(revisionId, marked?.mark);
      return await process.run({ signal: request.signal, onLeave: marked?.end }, async (host, leave) => {
        return await send(host, leave, { path, request, extraHeaders });
      });
    },
    /** Sends a question over its channel. */
    async ask({ path, body, revisionId, signal, onSent, onUsage }: HostedQuestion): Promise<HostedAnswer> {
      return await process.run({ signal }, async (host, leave) => {
        if (!signal.aborted) onSent?.();
        const answer = await host.ask({ path, body, revisionId, signal, timeoutMs, onUsage });
        leave();
        return { ...answer, variables: host.variables };
      });
    },
    /** Sends a client's call over its channel. An answer that is too long for the channel comes over the socket. */
    async exchange(exchanged: HostedExchange): Promise<HostedAnswer | Response> {
      const { path, body, revisionId, signal, traceparent, origin } = exchanged;
      const marked = begin(origin);
      const extraHeaders = toHeaders(revisionId, marked?.mark);
      const client = { traceparent, ...(marked !== null && { mark: marked.mark }) };
      return await process.run({ signal, onLeave: marked?.end }, async (host, leave) => {
        const answer = await host.ask({ path, body, revisionId, signal, timeoutMs, client });
        if (answer.cachedAs !== undefined) {
          const request = { method: 'GET', headers: new Headers(), signal, body: null };
          return await send(host, leave, { path: `${CACHED_ANSWERS_PATH}${answer.cachedAs}`, request, extraHeaders });
        }
        leave();
        return answer;
      });
    },
  };
}

function toHeaders(revisionId: string | null, mark: string | undefined): Record<string, string> {
  return {
    ...(revisionId === null ? {} : { 'wf-revision': revisionId }),
    ...(mark === undefined ? {} : { [CALL_MARK_HEADER]: mark }),
  };
}

export interface ExplainOptions {
  readonly subject: string;
  readonly connections: Connections;
  readonly timeoutMs: number;
}

export async function explainFailure(
  error: unknown,
  host: RunningHost,
  signal: AbortSignal,
  options: ExplainOptions,
): Promise<unknown> {
  if (error instanceof UnfitAnswer) return unfitFailure(capitalize(options.subject), error);
  if (isShortage(error)) return shortageFailure(error);
  if (error instanceof AnswerTimeout && !signal.aborted) return await lateFailure(host, options);
  if (!signal.aborted) return await brokenFailure(error, host, options.subject);
  // Otherwise, the caller has disconnected.
  const hasTimedOut = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return hasTimedOut ? await abandonedFailure(error, host, options) : error;
}

/** As below, for a caller with a shorter timeout than ours. */
async function abandonedFailure(
  error: unknown,
  host: RunningHost,
  { subject, connections }: ExplainOptions,
): Promise<unknown> {
  if (!(await endIfStuck(host, connections))) return error;
  const message = `${capitalize(subject)} stopped answering, so its process was ended.`;
  return new HostingFailure(504, message, { hasEnded: true, wasSent: true });
}

/** A slow call concerns only itself. A process that does not answer its health check blocks all calls: it is ended. */
async function lateFailure(host: RunningHost, { subject, connections, timeoutMs }: ExplainOptions): Promise<Error> {
  const hasEnded = await endIfStuck(host, connections);
  const ending = hasEnded ? ' Its process no longer answers, so it was ended; the next call starts another.' : '';
  const message = `${capitalize(subject)} did not answer within ${timeoutMs / 1000} s.${ending}`;
  return new HostingFailure(504, message, { hasEnded, wasSent: true });
}

/** Ends a process that does not answer, and waits: a retry must not reuse the process that is exiting. */
async function endIfStuck(host: RunningHost, connections: Connections): Promise<boolean> {
  if (await isHealthy(host, connections)) return false;
  host.kill('time');
  await host.exited;
  return true;
}

/** A process that does not answer `/health` within this time is stuck. */
const HEALTH_MS = 2000;

async function isHealthy({ socketPath }: RunningHost, connections: Connections): Promise<boolean> {
  try {
    const response = await sendRequest({
      address: { socketPath },
      connections,
      path: '/health',
      request: new Request('http://bundle/health'),
      extraHeaders: {},
      timeoutMs: HEALTH_MS,
      onDone: () => undefined,
    });
    await response.body?.cancel();
    return true;
  } catch (error) {
    // Without an answer it is not healthy, unless nobody could ask.
    return isShortage(error);
  }
}

/** A broken connection is often the first sign of an ending process; its exit is reported a moment later. */
const EXIT_REPORT_MS = 3000;

async function brokenFailure(cause: unknown, host: RunningHost, subject: string): Promise<Error> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, EXIT_REPORT_MS, null);
  const ending = await Promise.race([host.exited, promise]);
  clearTimeout(timer);
  const reason = ending === null ? 'its process closed the connection.' : `its process ${ending}`;
  const message = `${capitalize(subject)} failed in the middle of the call: ${reason}`;
  return new HostingFailure(502, message, { hasEnded: true, wasSent: true, cause });
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
