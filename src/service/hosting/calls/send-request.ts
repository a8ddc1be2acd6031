import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { onAbort } from '../../../foundation/abort.ts';
import type { ForwardedRequest } from '../hosting.ts';
import { createHeldAnswers } from './answer-body.ts';
import { explainMalformed, unfitStatus } from './answer-head.ts';
import { toForwardedResponse, toRequestHeaders } from './forwarded-message.ts';

type Address = Pick<RequestOptions, 'socketPath' | 'hostname' | 'port'>;

export interface SendOptions {
  readonly address: Address;
  readonly connections: Pick<Connections, 'agent' | 'heldBy'>;
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
 *
 * @throws {UnfitAnswer} when the answer is none that may be passed on
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
  const { address, connections, path, request, extraHeaders, timeoutMs, onDone } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const headers = toRequestHeaders(request.headers, extraHeaders, body instanceof Uint8Array ? body.length : null);
  // `import` of node:http is slow; the builtin is not. @source research, runtime
  const target = { ...address, agent: connections.agent, path, method: request.method, headers };
  const outgoing = process.getBuiltinModule('node:http').request(target);
  const leave = () => outgoing.destroy(new DOMException('The caller disconnected.', 'AbortError'));
  const listening = onAbort(request.signal, leave);
  outgoing.once('close', () => listening[Symbol.dispose]());
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new AnswerTimeout()));
  outgoing.once('response', (incoming) => {
    incoming.once('close', onDone);
    const { statusCode: status = 502, headers: head } = incoming;
    toForwardedResponse(
      { status, headers: head, body: incoming },
      request,
      connections.heldBy(JSON.stringify(address)),
    ).then(resolve, reject);
  });
  outgoing.once('upgrade', ({ statusCode = 101 }, socket) => {
    socket.destroy();
    onDone();
    reject(unfitStatus(statusCode));
  });
  outgoing.once('error', (error: NodeJS.ErrnoException) => {
    const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
    reject(isStale ? new StaleConnection() : (explainMalformed(error) ?? error));
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

/** Shorter than the five seconds after which Node's server closes an idle connection. */
const IDLE_CONNECTION_MS = 4000;

export type Connections = ReturnType<typeof createConnections>;

/** Creates reusable connections to workflows, on first use: listing records loads no HTTP client. */
export function createConnections() {
  let created: Agent | undefined;
  return {
    /** What is held in memory of the answers of a workflow, by its address. */
    heldBy: createHeldAnswers(),
    get agent(): Agent {
      const { Agent } = process.getBuiltinModule('node:http');
      return (created ??= new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS }));
    },
    destroy: (): void => created?.destroy(),
  };
}
