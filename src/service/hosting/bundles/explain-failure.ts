import { UnfitAnswer, unfitFailure } from '../calls/answer-head.ts';
import { AnswerTimeout, type Connections, sendRequest } from '../calls/send-request.ts';
import type { EnteringCall } from '../hosted-process.ts';
import { HostingFailure, isShortage, shortageFailure } from '../hosting-failure.ts';
import type { RunningHost } from '../processes/start-host-process.ts';

export interface ExplainOptions {
  readonly subject: string;
  readonly connections: Connections;
  readonly timeoutMs: number;
}

/** Explains why a call of a bundle failed, and ends a process that is stuck. */
export async function explainFailure(
  error: unknown,
  host: RunningHost,
  { signal, mark }: EnteringCall,
  options: ExplainOptions,
): Promise<unknown> {
  if (error instanceof UnfitAnswer) {
    // Who writes garbage to every descriptor is ended for what came over the channel.
    const ending = error.isMalformed ? await endingSoon(host.endFor(mark)) : null;
    if (ending === null) return unfitFailure(capitalize(options.subject), error);
  }
  if (isShortage(error)) return shortageFailure(error);
  if (error instanceof AnswerTimeout && !signal.aborted) return await lateFailure(host, options);
  if (!signal.aborted) return await brokenFailure(error, host.endFor(mark), options.subject);
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

async function endingSoon(ended: Promise<string>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, EXIT_REPORT_MS, null);
  return await Promise.race([ended, promise]).finally(() => clearTimeout(timer));
}

/** The failure of a call whose process ended, or closed the connection. */
export async function brokenFailure(cause: unknown, ended: Promise<string>, subject: string): Promise<Error> {
  const ending = await endingSoon(ended);
  const reason = ending === null ? 'its process closed the connection.' : `its process ${ending}`;
  const message = `${capitalize(subject)} failed in the middle of the call: ${reason}`;
  return new HostingFailure(502, message, { hasEnded: true, wasSent: true, cause });
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
