import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { readServerSentEvents, type ServerSentEvent } from '../../foundation/server-sent-events.ts';
import { ANSWER, formatSize } from '../../foundation/sizes.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import { type Answer, readAll, unexpectedAnswer } from '../sending/send-once.ts';
import { isFromWorkflow, type RefusalContext, refuse, toServiceError } from '../answers/service-refusal.ts';
import { encodeBody, type HttpRequest } from '../endpoints/http-request.ts';
import { parseExactNumbers } from '../../contract/validation/exact-json.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import type { Method } from '../../contract/endpoint/endpoint.ts';
import type { LogLine } from '../../contract/deployments/deployment.ts';
import { systemClock, wait } from '../sending/clock.ts';
import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';

export type { RouteAnswer };

/** A call of a hosted route. */
export interface RouteCall extends CallOptions {
  /** Name or id of the app. */
  readonly app: string;
  /** Name or id of the variant. */
  readonly variant: string;
  /** Path of the endpoint with a leading slash, as in `/run/summarise` or `/generate`; may contain a query. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether a call that the workflow's own code answered is not repeated, even if the answer asks for it. @defaultValue false */
  readonly runsOnce?: boolean | undefined;
}

/**
 * Calls a hosted route. It is called again only if the answer asks for it, or if the service did not pass the call on: the
 * route may have changed something, or called a model, which costs money.
 *
 * @throws {WF_ROUTE_FAILED} when the workflow's own code failed
 * @throws {ServiceError} for any other status of 400 or above
 */
export async function callRoute(send: Send, context: RefusalContext, call: RouteCall): Promise<RouteAnswer> {
  const answer = await sendCall(send, context, call, {});
  const { RouteAnswer } = await import('../../contract/deployments/route-schema.ts');
  const parsed = RouteAnswer.safeParse(parseJson(new TextDecoder().decode(answer.bytes), parseExactNumbers));
  if (parsed.success) return parsed.data;
  const message = `POST ${answer.url.pathname} did not return a route's answer: expected "version" and "data".`;
  throw unexpectedAnswer(answer, message, { details: new TextDecoder().decode(answer.bytes.subarray(0, 1000)) });
}

/**
 * Calls a hosted route and reads its stream.
 *
 * @yields the events: `message` for each item, `result` for the whole answer at the end, `error` for a failure in
 * between. A route that does not stream yields `result` only
 * @throws {WF_ROUTE_FAILED} when the workflow's own code failed before the stream began
 * @throws {WF_UNREACHABLE} when the connection breaks
 */
export async function* streamRoute(
  send: Send,
  context: RefusalContext,
  call: RouteCall,
): AsyncGenerator<ServerSentEvent> {
  const accept = 'text/event-stream, application/json;q=0.5';
  const answer = await sendCall(send, context, call, { accept }, true);
  const { headers, stream } = answer;
  if (stream === null) return;
  if (headers['content-type']?.startsWith('text/event-stream') === true) return yield* readServerSentEvents(stream);
  const bytes = await readAll(stream, ANSWER.most);
  if (bytes === null)
    throw unexpectedAnswer(answer, `POST ${answer.url.pathname} answered with more than ${formatSize(ANSWER)}.`);
  yield { event: 'result', data: Buffer.from(bytes).toString('utf8'), id: null };
}

async function sendCall(
  send: Send,
  context: RefusalContext,
  { app, variant, path, body, ...call }: RouteCall,
  headers: Readonly<Record<string, string>>,
  stream = false,
): Promise<Answer> {
  const encoded = encodeBody(body);
  const request = {
    method: 'POST' as const,
    path: `/services/${encodeURIComponent(app)}/${encodeURIComponent(variant)}${path}`,
    query: {},
    headers: { ...encoded.headers, ...headers },
    body: encoded.body,
  };
  const answer = await send(request, { ...call, stream, hasRun: isFromWorkflow });
  if (answer.status >= 400) throw toServiceError(answer, { ...context, refuser: 'The route' });
  return answer;
}

/** A request outside the endpoint table. */
export interface RawRequest extends CallOptions {
  readonly method: Method;
  /** Path below the base URL, with a leading slash; may contain a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Bytes and strings are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Return an answer of status 400 or above instead of throwing. @defaultValue false */
  readonly acceptErrors?: boolean | undefined;
}

/** An answer outside the endpoint table. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly requestId: string | null;
}

/**
 * Sends a request outside the endpoint table.
 *
 * @throws {ServiceError} for a redirect or a status of 400 or above, unless `acceptErrors`
 */
export async function sendRaw(
  send: Send,
  context: RefusalContext,
  { method, path, query = {}, body, headers = {}, acceptErrors = false, ...call }: RawRequest,
): Promise<RawAnswer> {
  const encoded =
    typeof body === 'string' ? { headers: { 'content-type': 'application/json' }, body } : encodeBody(body);
  const request = { method, path, query, headers: { ...encoded.headers, ...lowerCased(headers) }, body: encoded.body };
  const answer = await send(request, call);
  if (isFailure(answer.status) && !acceptErrors) throw await refuse(answer, context);
  const { status, bytes } = answer;
  return { status, headers: answer.headers, bytes, requestId: answer.headers['x-request-id'] ?? null };
}

/** A redirect that cannot be followed did nothing; a 304 answers the caller's own condition. */
function isFailure(status: number): boolean {
  return status >= 300 && status !== 304;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

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
