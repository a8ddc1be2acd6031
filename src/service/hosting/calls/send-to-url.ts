import { Readable } from 'node:stream';
import { Agent, type Dispatcher, errors } from 'undici';
import { connectByRules } from '../../egress/fetch-by-rules.ts';
import type { EgressRules } from '../../egress/egress-rules.ts';
import type { ForwardedRequest } from '../hosting.ts';
import { toRequestHeaders, toResponseHeaders } from './forward-headers.ts';
import { lengthOf, toResponseBody } from './to-response-body.ts';

export interface UrlRequest {
  readonly url: URL;
  readonly request: ForwardedRequest;
  readonly extraHeaders: Readonly<Record<string, string>>;
}

/** Sends requests to other machines, over connections that are kept alive. */
export interface UrlSender {
  send(this: void, request: UrlRequest): Promise<Response>;
  stop(this: void): Promise<void>;
}

/**
 * Creates a sender of requests based on undici.
 *
 * @param timeoutMs - time limit for connecting, for the head, and between two parts of the body
 * @param egress - where they may go; `null`: anywhere
 */
export function createUrlSender(timeoutMs: number, egress: EgressRules | null = null): UrlSender {
  const connect = egress === null ? { timeout: timeoutMs } : connectByRules(egress, timeoutMs);
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect };
  // All requests of wf are HTTP/1.1.
  const agent = new Agent({ ...limits, allowH2: false });
  return { send: (request) => send(agent, request), stop: () => agent.destroy() };
}

async function send(agent: Agent, urlRequest: UrlRequest): Promise<Response> {
  const { method, signal, body } = urlRequest.request;
  // A stream can be read only once; anything else can be sent again.
  const mayRepeat = !(body instanceof ReadableStream);
  const {
    statusCode,
    headers,
    body: answer,
  } = await attempt(agent, urlRequest).catch((error: unknown) => {
    if (mayRepeat && isStaleConnection(error)) return attempt(agent, urlRequest);
    throw error;
  });
  const hasNoBody = method === 'HEAD' || statusCode === 204 || statusCode === 205 || statusCode === 304;
  if (hasNoBody) await answer.dump();
  const text = hasNoBody ? null : await toResponseBody(answer, lengthOf(headers), signal);
  return new Response(text, { status: statusCode, headers: toResponseHeaders(headers) });
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
