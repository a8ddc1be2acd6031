import { CALL_MARK_HEADER, MAX_CACHED_ANSWERS } from '../../../contract/host-protocol/limits.ts';
import type { CallMarks } from '../calls/call-marks.ts';
import type { HostedAnswer, HostedCall, HostedExchange, HostedQuestion } from '../hosting.ts';
import type { BundleProcess } from './bundle-process.ts';
import type { Backoff } from './create-backoff.ts';
import type { RunningHost } from '../processes/start-host-process.ts';
import { HostingFailure } from '../hosting-failure.ts';
import type { KeepAliveAgent } from '../calls/keep-alive-agent.ts';
import { AnswerTimeout, sendRequest } from '../calls/send-request.ts';
import { once } from '../calls/once.ts';

export interface CallBundleOptions {
  readonly marks: CallMarks;
  readonly process: BundleProcess;
  readonly backoff: Backoff;
  /** Its name in messages. */
  readonly subject: string;
  readonly connections: KeepAliveAgent;
  readonly callTimeoutMs: number;
}

/** A process that does not answer `/health` within this time is stuck. */
const HEALTH_MS = 2000;
/** A broken connection is often the first sign of an ending process; its exit is reported a moment later. */
const EXIT_REPORT_MS = 3000;

/**
 * Sends a call to a bundle's process.
 *
 * @throws {HostingFailure} when the process does not start, ends in the middle, or does not answer in time
 */
export async function callBundle(call: HostedCall, options: CallBundleOptions): Promise<Response> {
  const { process, backoff, connections, callTimeoutMs } = options;
  const { mark, leave } = enter(call, options);
  let host: RunningHost | null = null;
  try {
    host = await process.enter();
    const response = await sendRequest({
      address: { socketPath: host.socketPath, agent: connections.agent },
      path: call.path,
      request: call.request,
      extraHeaders: { ...toRevisionHeader(call.revisionId), ...toMarkHeader(mark) },
      timeoutMs: callTimeoutMs,
      onDone: leave,
    });
    backoff.noteSuccess();
    return response;
  } catch (error) {
    leave();
    throw await explainFailure(error, host, call.request.signal, options);
  }
}

/** Names a call to its process, and notes its end once. */
function enter({ origin }: Pick<HostedCall, 'origin'>, { marks, process }: CallBundleOptions) {
  const marked = origin === undefined ? null : marks.begin(origin);
  const leave = once(() => {
    process.leave();
    marked?.end();
  });
  return { mark: marked?.mark ?? null, leave };
}

function toMarkHeader(mark: string | null): Record<string, string> {
  return mark === null ? {} : { [CALL_MARK_HEADER]: mark };
}

function toRevisionHeader(revisionId: string | null): Record<string, string> {
  return revisionId === null ? {} : { 'wf-revision': revisionId };
}

/**
 * Calls a bundle's process over its channel.
 *
 * @throws {HostingFailure} as `callBundle` does
 */
export async function askBundle(question: HostedQuestion, options: CallBundleOptions): Promise<HostedAnswer> {
  const { process, backoff, callTimeoutMs: timeoutMs } = options;
  const { path, body, revisionId, signal } = question;
  let host: RunningHost | null = null;
  try {
    host = await process.enter();
    const answer = await host.ask({ path, body, revisionId, signal, timeoutMs });
    backoff.noteSuccess();
    return answer;
  } catch (error) {
    throw await explainFailure(error, host, signal, options);
  } finally {
    process.leave();
  }
}

/**
 * Calls a bundle's process for a client, over its channel. An answer that is too long for the channel is fetched over HTTP
 * and streams.
 *
 * @throws {HostingFailure} as `callBundle` does
 */
export async function exchangeWithBundle(
  exchange: HostedExchange,
  options: CallBundleOptions,
): Promise<HostedAnswer | Response> {
  const { process, backoff, connections, callTimeoutMs: timeoutMs } = options;
  const { path, body, revisionId, signal, traceparent } = exchange;
  const { mark, leave } = enter(exchange, options);
  let host: RunningHost | null = null;
  try {
    host = await process.enter();
    const address = { socketPath: host.socketPath, agent: connections.agent };
    const extraHeaders = { ...toRevisionHeader(revisionId), ...toMarkHeader(mark) };
    const sent = { address, extraHeaders, timeoutMs, onDone: leave };
    if (!host.takesClients) return await sendRequest({ ...sent, path, request: exchange.toRequest() });
    const answer = await host.ask({
      path,
      body,
      revisionId,
      signal,
      timeoutMs,
      client: { traceparent, ...(mark !== null && { mark }) },
    });
    backoff.noteSuccess();
    if (answer.keptAs === undefined) {
      leave();
      return answer;
    }
    const request = { method: 'GET', headers: new Headers(), signal, body: null };
    return await sendRequest({ ...sent, path: `${MAX_CACHED_ANSWERS}${answer.keptAs}`, request });
  } catch (error) {
    leave();
    throw await explainFailure(error, host, signal, options);
  }
}

async function explainFailure(
  error: unknown,
  host: RunningHost | null,
  signal: AbortSignal,
  options: CallBundleOptions,
): Promise<unknown> {
  if (host === null) return error;
  if (signal.aborted) return hasTimedOut(signal) ? await abandonedFailure(error, host, options) : error;
  if (error instanceof AnswerTimeout) return await lateFailure(host, options);
  return await brokenFailure(host, options.subject, error);
}

/** Answers whether the caller's timeout fired, rather than the caller having disconnected. */
function hasTimedOut({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** As below, for a caller with a shorter timeout than ours. */
async function abandonedFailure(error: unknown, host: RunningHost, options: CallBundleOptions): Promise<unknown> {
  if (await isHealthy(host, options.connections)) return error;
  await end(host);
  const message = `${capitalize(options.subject)} stopped answering, so its process was ended.`;
  return new HostingFailure(504, message, { hasEnded: true });
}

/** A slow call concerns only itself. A process that does not answer its health check blocks all calls: it is ended. */
async function lateFailure(
  host: RunningHost,
  { subject, connections, callTimeoutMs }: CallBundleOptions,
): Promise<Error> {
  const isStuck = !(await isHealthy(host, connections));
  if (isStuck) await end(host);
  const ending = isStuck ? ' Its process no longer answers, so it was ended; the next call starts another.' : '';
  return new HostingFailure(504, `${capitalize(subject)} did not answer within ${callTimeoutMs / 1000} s.${ending}`, {
    hasEnded: isStuck,
  });
}

/** Ends a process and waits: a retry must not reuse the process that is exiting. */
async function end(host: RunningHost): Promise<void> {
  host.kill();
  await host.exited;
}

async function isHealthy({ socketPath }: RunningHost, connections: KeepAliveAgent): Promise<boolean> {
  const request = new Request('http://bundle/health');
  const address = { socketPath, agent: connections.agent };
  try {
    const response = await sendRequest({
      address,
      path: '/health',
      request,
      extraHeaders: {},
      timeoutMs: HEALTH_MS,
      onDone: () => undefined,
    });
    await response.body?.cancel();
    return true;
  } catch {
    // No answer: it is not healthy.
    return false;
  }
}

async function brokenFailure(host: RunningHost, subject: string, cause: unknown): Promise<Error> {
  const waiting = Promise.withResolvers<null>();
  const timer = setTimeout(() => waiting.resolve(null), EXIT_REPORT_MS);
  const ending = await Promise.race([host.exited, waiting.promise]);
  clearTimeout(timer);
  const reason = ending === null ? 'its process closed the connection.' : `its process ${ending}`;
  return new HostingFailure(502, `${capitalize(subject)} failed in the middle of the call: ${reason}`, {
    hasEnded: true,
    cause,
  });
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
