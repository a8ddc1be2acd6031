import type { LogLine } from '../../contract/deployments/deployment.ts';
import { readServerSentEvents } from '../../foundation/server-sent-events.ts';
import { systemClock, wait } from '../sending/clock.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import { type RefusalContext, toServiceError } from '../answers/service-refusal.ts';
import type { HttpRequest } from '../endpoints/http-request.ts';
import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';

export interface FollowLogsInput {
  readonly app_id: string;
  /** Number of existing lines to begin with. */
  readonly tail?: number;
  /** Only lines of this request. */
  readonly request_id?: string | undefined;
}

/** Delay between the end of a stream and the next request. */
const RECONNECT_MS = 300;

/**
 * Follows the output of the processes of an app's workflow until the signal fires. When a replica drains or a
 * connection breaks, it continues at the same line, on any replica that responds.
 *
 * @yields the existing lines, then each new one
 * @throws {WF_NOT_FOUND} when the app does not exist
 * @throws {WF_UNREACHABLE} when no replica responds anymore
 */
export async function* followLogs(
  send: Send,
  context: RefusalContext,
  { app_id, tail, request_id }: FollowLogsInput,
  call: CallOptions = {},
): AsyncGenerator<LogLine> {
  const path = `/apps/${encodeURIComponent(app_id)}/logs`;
  const filter = request_id === undefined ? {} : { request_id };
  let query: Record<string, string | number> = tail === undefined ? filter : { ...filter, tail };
  while (call.signal?.aborted !== true) {
    const stream = await openStream(send, context, { path, query }, call);
    if (stream === null) return;
    for await (const { data, id } of readUntilEnd(stream)) {
      // The service's tests check its log lines against the contract; other events have data that is not JSON.
      yield JSON.parse(data) as LogLine;
      if (id !== null) query = { ...filter, cursor: id };
    }
    await wait(systemClock, RECONNECT_MS, call.signal).catch(() => undefined);
  }
}

type StreamRequest = Pick<HttpRequest, 'path' | 'query'>;

async function openStream(send: Send, context: RefusalContext, { path, query }: StreamRequest, call: CallOptions) {
  const request = { method: 'GET' as const, path, query, headers: { accept: 'text/event-stream' }, body: null };
  const answer = await send(request, { ...call, stream: true });
  if (answer.status >= 400) throw toServiceError(answer, context);
  return answer.stream;
}

/**
 * Treats a broken stream as ended: the next request reports the failure, if it persists.
 *
 * @yields the events up to then
 */
async function* readUntilEnd(stream: AsyncIterable<Uint8Array>): ReturnType<typeof readServerSentEvents> {
  const events = readServerSentEvents(stream);
  for (;;) {
    const next = await events.next().catch(() => null);
    if (next === null || next.done === true) return;
    yield next.value;
  }
}

export interface FollowEvaluationInput {
  readonly evaluation_id: string;
}

/**
 * Follows an evaluation to its end, regardless of which process runs it.
 *
 * @param call - its signal stops following; the evaluation continues
 * @yields the progress, each time it changes; the last item has the final status
 * @throws {WF_NOT_FOUND} when the evaluation does not exist
 * @throws {WF_UNREACHABLE} when the connection breaks
 * @source design §5
 */
export async function* followEvaluation(
  send: Send,
  context: RefusalContext,
  { evaluation_id }: FollowEvaluationInput,
  call: CallOptions = {},
): AsyncGenerator<EvaluationProgress> {
  const path = `/evaluations/${encodeURIComponent(evaluation_id)}/events`;
  const stream = await openStream(send, context, { path, query: {} }, call);
  if (stream === null) return;
  // The service's tests check its progress records against the contract.
  for await (const { data } of readServerSentEvents(stream)) yield JSON.parse(data) as EvaluationProgress;
}
