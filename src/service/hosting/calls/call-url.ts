import { Readable } from 'node:stream';
import { Agent, type Dispatcher, errors } from 'undici';
import { messageOf } from '../../../foundation/errors/wf-error.ts';
import type { EgressRules } from '../../egress/egress-rules.ts';
import { connectByRules } from '../../egress/fetch-by-rules.ts';
import type { ForwardedRequest, HostedCall } from '../hosting.ts';
import { HostingFailure } from '../hosting-failure.ts';
import type { HeldBytes } from './answer-body.ts';
import { explainMalformed, UnfitAnswer, unfitFailure } from './answer-head.ts';
import { toForwardedResponse, toRequestHeaders } from './forwarded-message.ts';
import type { Connections } from './send-request.ts';

/**
 * Creates a caller of self-hosted workflows, over connections of undici that are kept alive.
 *
 * @param timeoutMs - time limit for connecting, for the head, and between two parts of the body
 * @param egress - where they may be; `null`: anywhere
 * @param heldBy - counts what is held in memory of a workflow's answers
 */
export function createUrlCaller(timeoutMs: number, egress: EgressRules | null, heldBy: Connections['heldBy']) {
  const connect = egress === null ? { timeout: timeoutMs } : connectByRules(egress, timeoutMs);
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect };
  // All requests of wf are HTTP/1.1.
  const agent = new Agent({ ...limits, allowH2: false });
  return {
    /** @throws {HostingFailure} when the workflow cannot be reached, does not answer in time, or its answer is not passed on */
    call: async (call: HostedCall, url: URL): Promise<Response> =>
      await send(agent, toUrlRequest(call, url), heldBy(url.host)).catch((error: unknown) => {
        throw call.request.signal.aborted ? error : toFailure(error, url, timeoutMs);
      }),
    stop: async () => await agent.destroy(),
  };
}

interface UrlRequest {
  readonly url: URL;
  readonly request: ForwardedRequest;
  readonly extraHeaders: Readonly<Record<string, string>>;
}

function toUrlRequest({ request, path, revisionId }: HostedCall, url: URL): UrlRequest {
  const extraHeaders = { host: url.host, ...(revisionId === null ? {} : { 'wf-revision': revisionId }) };
  return { url: new URL(url.origin + url.pathname.replace(/\/$/, '') + path), request, extraHeaders };
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function toFailure(error: unknown, url: URL, timeoutMs: number): HostingFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TIMEOUTS.has(code))
    return new HostingFailure(504, `The workflow at ${url.origin} did not answer within ${timeoutMs / 1000} s.`);
  const unfit = error instanceof UnfitAnswer ? error : explainMalformed(error);
  if (unfit !== null) return unfitFailure(`The workflow at ${url.origin}`, unfit);
  const reason = messageOf(error);
  return new HostingFailure(502, `The workflow at ${url.origin} could not be reached: ${reason}`, { cause: error });
}

async function send(agent: Agent, urlRequest: UrlRequest, held: HeldBytes): Promise<Response> {
  const { request } = urlRequest;
  // A stream can be read only once; anything else can be sent again.
  const mayRepeat = !(request.body instanceof ReadableStream);
  const answer = await attempt(agent, urlRequest).catch((error: unknown) => {
    if (mayRepeat && isStaleConnection(error)) return attempt(agent, urlRequest);
    throw error;
  });
  const { statusCode: status, headers, body } = answer;
  return await toForwardedResponse({ status, headers, body }, request, held);
}

function attempt(agent: Agent, { url, request, extraHeaders }: UrlRequest): Promise<Dispatcher.ResponseData> {
  const { method, signal, body } = request;
  const length = body instanceof Uint8Array ? body.length : null;
  const headers = Object.entries(toRequestHeaders(request.headers, extraHeaders, length));
  return agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: headers.flatMap(([name, value]) => [name, String(value)]),
    // The DOM's and Node's types of the same stream differ only in name.
    body: body instanceof ReadableStream ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : body,
    signal,
  });
}

/**
 * The other side may close an idle connection just when it is reused: it answered earlier requests and did not read
 * this one.
 */
function isStaleConnection(error: unknown): boolean {
  return error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0;
}
