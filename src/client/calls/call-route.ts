import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import { readServerSentEvents, type ServerSentEvent } from '../../foundation/server-sent-events.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import { type Answer, unexpectedAnswer } from '../sending/send-once.ts';
import { type RefusalContext, toServiceError } from '../answers/service-refusal.ts';
import { encodeBody } from '../endpoints/http-request.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

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
}

/**
 * Calls a hosted route once. There are no retries: the route may already have called a model, which costs money.
 *
 * @throws {WF_ROUTE_FAILED} when the workflow's own code failed
 * @throws {ServiceError} for any other status of 400 or above
 */
export async function callRoute(send: Send, context: RefusalContext, call: RouteCall): Promise<RouteAnswer> {
  const answer = await sendCall(send, context, call, {});
  const { RouteAnswer } = await import('../../contract/deployments/route-schema.ts');
  const parsed = RouteAnswer.safeParse(parseJson(new TextDecoder().decode(answer.bytes)));
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
  const { headers, stream } = await sendCall(send, context, call, { accept }, true);
  if (stream === null) return;
  if (headers['content-type']?.startsWith('text/event-stream') === true) return yield* readServerSentEvents(stream);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  yield { event: 'result', data: Buffer.concat(chunks).toString('utf8'), id: null };
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
  const answer = await send(request, { retries: 0, ...call, stream });
  if (answer.status >= 400) throw toServiceError(answer, { ...context, refuser: 'The route' });
  return answer;
}
