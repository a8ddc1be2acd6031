import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { onAbort } from '../../../foundation/abort.ts';
import type { ForwardedRequest } from '../hosting.ts';
import { lengthOf, toRequestHeaders, toResponseBody, toResponseHeaders } from './forwarded-message.ts';

type Address = Pick<RequestOptions, 'socketPath' | 'agent' | 'hostname' | 'port'>;

export interface SendOptions {
  readonly address: Address;
  readonly path: string;
  readonly request: ForwardedRequest;
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** Time limit for the start of the answer, and between two parts of it. */
  readonly timeoutMs: number;
  /** Called once, when an answer is over. */
  readonly onDone: () => void;
}

export class AnswerTimeout extends Error {}

const BUFFERED_UPLOAD = 256 * 1024;

/**
 * Sends a web request over node:http and returns the response when its head arrives. The body streams in both
 * directions; a cancellation on either side reaches the other.
 */
export async function sendRequest(options: SendOptions): Promise<Response> {
  const { request } = options;
  request.signal.throwIfAborted();
  const body = await toShortBody(request);
  return await attempt(options, body).catch((error: unknown) => {
    // The other side may close an idle connection just when it is reused: it has read nothing of this request.
    if (error instanceof StaleConnection && !(body instanceof ReadableStream)) return attempt(options, body);
    throw error;
  });
}

/** A short body, or one that was read already, can be sent again. */
async function toShortBody({ body, headers }: ForwardedRequest): Promise<ForwardedRequest['body']> {
  if (body === null || body instanceof Uint8Array) return body;
  const length = Number(headers.get('content-length') ?? Number.NaN);
  // Not `bytes()`: the HTTP library's global Response, which replaces Node's, lacks it.
  return length <= BUFFERED_UPLOAD ? new Uint8Array(await new Response(body).arrayBuffer()) : body;
}

class StaleConnection extends Error {}

function attempt(options: SendOptions, body: ForwardedRequest['body']): Promise<Response> {
  const { address, path, request, extraHeaders, timeoutMs, onDone } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const headers = toRequestHeaders(request.headers, extraHeaders, body instanceof Uint8Array ? body.length : null);
  // `import` of node:http is slow; the builtin is not. @source research, runtime
  const outgoing = process.getBuiltinModule('node:http').request({ ...address, path, method: request.method, headers });
  const leave = () => outgoing.destroy(new DOMException('The caller disconnected.', 'AbortError'));
  const listening = onAbort(request.signal, leave);
  outgoing.once('close', () => listening[Symbol.dispose]());
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new AnswerTimeout()));
  outgoing.once('response', (incoming) => {
    incoming.once('close', onDone);
    toResponse(incoming, request).then(resolve, reject);
  });
  outgoing.once('error', (error: NodeJS.ErrnoException) => {
    const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
    reject(isStale ? new StaleConnection() : error);
  });
  upload(outgoing, body);
  return promise;
}

function upload(outgoing: ClientRequest, body: ForwardedRequest['body']): void {
  if (body === null || body instanceof Uint8Array) {
    outgoing.end(body ?? undefined);
    return;
  }
  // The DOM's and Node's types of the same stream differ only in name.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  // A body that breaks off destroys the request, whose own error tells it.
  pipeline(source, outgoing).catch(() => undefined);
}

async function toResponse(incoming: IncomingMessage, { method, signal }: ForwardedRequest): Promise<Response> {
  const status = incoming.statusCode ?? 502;
  const headers = toResponseHeaders(incoming.headers);
  const isEmpty = method === 'HEAD' || status === 204 || status === 205 || status === 304;
  if (isEmpty) incoming.resume();
  const body = isEmpty ? null : await toResponseBody(incoming, lengthOf(incoming.headers), signal);
  return new Response(body, { status, headers });
}

/** Shorter than the five seconds after which Node's server closes an idle connection. */
const IDLE_CONNECTION_MS = 4000;

export type KeepAliveAgent = ReturnType<typeof createKeepAliveAgent>;

/** Creates reusable connections to workflows, on first use: listing records loads no HTTP client. */
export function createKeepAliveAgent() {
  let created: Agent | undefined;
  return {
    get agent(): Agent {
      const { Agent } = process.getBuiltinModule('node:http');
      return (created ??= new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS }));
    },
    destroy: (): void => created?.destroy(),
  };
}
