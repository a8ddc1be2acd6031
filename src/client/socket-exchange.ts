import { HTTPParser } from 'http-parser-js';
import { flattenHeaders, type WireRequest, type WireResponse } from './transport.ts';

/** Whether a request needs nothing but a socket: no TLS, and nothing in its head that would have to be escaped. */
export function fitsSocket({ url, headers }: WireRequest): boolean {
  const isBare = url.protocol === 'http:' && url.username === '' && url.password === '';
  return isBare && Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value));
}

/**
 * Sends one request over a connection of its own, and closes it when the answer is read or left.
 *
 * @remarks Node's own client of HTTP is a fifth of what a short command costs, most of it for what one GET does not
 * need: agents, pools, a server. Its sockets and streams are loaded for either.
 * @param request - one that {@link fitsSocket}
 */
export async function exchangeOverSocket(request: WireRequest): Promise<WireResponse> {
  const parts = readAnswer(request);
  const { value } = await parts.next();
  if (value === undefined || value instanceof Uint8Array) throw hangUp();
  return { ...value, body: parts as AsyncGenerator<Uint8Array> };
}

type Head = Pick<WireResponse, 'status' | 'headers'>;

/** @yields the head of the answer, then the chunks of its body */
async function* readAnswer(request: WireRequest): AsyncGenerator<Head | Uint8Array, undefined> {
  const { url, signal } = request;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = process.getBuiltinModule('node:net').connect({ host, port: Number(url.port) || 80 });
  const abort = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const answer = parseAnswer(request.method);
  try {
    writeRequest(socket, request);
    for await (const chunk of socket) {
      // Nothing sets an encoding.
      yield* answer.read(chunk as Buffer);
      if (answer.isComplete()) return;
    }
    answer.finish();
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function writeRequest(socket: { write(text: string | Uint8Array): unknown }, request: WireRequest): void {
  const { method, url, body } = request;
  const headers = { host: url.host, connection: 'close', ...request.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  if (body !== null && body.length > 0) socket.write(body);
}

/** Takes an answer apart as it comes. */
function parseAnswer(method: string) {
  const parser = new HTTPParser(HTTPParser.RESPONSE);
  const parts: (Head | Uint8Array)[] = [];
  let status = 0;
  let isComplete = false;
  parser[HTTPParser.kOnHeadersComplete] = (info) => {
    status = info.statusCode;
    // 1xx only says that the answer is still to come.
    if (status >= 200) parts.push({ status, headers: toHeaders(info.headers) });
    return method === 'HEAD' ? 1 : 0;
  };
  parser[HTTPParser.kOnBody] = (chunk, offset, length) => {
    parts.push(chunk.subarray(offset, offset + length));
  };
  parser[HTTPParser.kOnMessageComplete] = () => {
    isComplete = status >= 200;
  };
  return {
    read: (chunk: Buffer) => {
      const result = parser.execute(chunk);
      if (result instanceof Error) throw result;
      return parts.splice(0);
    },
    isComplete: () => isComplete,
    /** The other side closed: right where an answer has no length, in time nowhere else. */
    finish: () => {
      if (parser.finish() instanceof Error || !isComplete) throw hangUp();
    },
  };
}

function toHeaders(pairs: readonly string[]): Record<string, string> {
  const values: Record<string, string[]> = {};
  for (let index = 0; index < pairs.length; index += 2) {
    (values[(pairs[index] ?? '').toLowerCase()] ??= []).push(pairs[index + 1] ?? '');
  }
  return flattenHeaders(values);
}

function hangUp(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
