import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { type Exchange, type ExchangeLog, openExchange } from '../open-exchange.ts';
import type { AnswerBody } from '../read-answers.ts';
import { watchFetch } from './watch-fetch.ts';

/** Watches all means by which a program on Node makes HTTP requests. */
export function watchNode(findLog: () => ExchangeLog | undefined): void {
  watchUndici(findLog);
  watchNodeHttp(findLog);
  // Node's own undici publishes bodies since its version 7.11.
  if (!hasBodyChannels(process.versions['undici'])) watchFetch(findLog);
}

/** Answers whether a version of undici publishes the bodies of requests. */
export function hasBodyChannels(version = '0.0'): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 7 || (major === 7 && minor >= 11);
}

/**
 * Watches the requests of `node:http` and `node:https`. Their channels report no bodies: those are copied as the request
 * writes them and as the parser delivers them, which a listener would change.
 */
export function watchNodeHttp(findLog: () => ExchangeLog | undefined): void {
  const watched = new WeakMap<object, Exchange>();
  subscribe('http.client.request.created', (message) => {
    // The channel's name says what it publishes, here and below.
    const { request } = message as { readonly request: ClientRequest };
    const { method, path, host } = request;
    const exchange = openExchange({ method, path, host }, findLog);
    if (exchange === null) return;
    watched.set(request, exchange);
    copyWritten(request, exchange);
  });
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as { readonly request: ClientRequest; readonly response: IncomingMessage };
    const exchange = watched.get(request);
    if (exchange === undefined) return;
    const body = openDecoder(response.headers['content-encoding'] ?? '');
    copyDelivered(response, body);
    const contentType = response.headers['content-type'] ?? '';
    exchange.answered({ status: response.statusCode ?? 0, contentType, ...toAnswer(body) });
  });
  subscribe('http.client.request.error', (message) => {
    const { request, error } = message as { readonly request: ClientRequest; readonly error: Error };
    watched.get(request)?.failed(error);
  });
}

function copyWritten(request: ClientRequest, exchange: Exchange): void {
  for (const name of ['write', 'end'] as const) {
    // All forms of arguments are passed on.
    const original = Reflect.get(request, name) as (...args: unknown[]) => unknown;
    const copying = function copying(this: ClientRequest, ...args: unknown[]): unknown {
      const [chunk] = args;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) exchange.sent(chunk);
      return original.apply(this, args);
    };
    Reflect.set(request, name, copying);
  }
}

/** The parser pushes each chunk, and null at the end. */
function copyDelivered(response: IncomingMessage, body: Transform): void {
  const push = response.push.bind(response);
  response.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) body.end();
    else if (chunk instanceof Uint8Array) body.write(Buffer.from(chunk));
    return push(chunk, encoding);
  };
  response.once('close', () => {
    if (!body.writableEnded) body.destroy(new Error('The program stopped reading.'));
  });
}

/** What undici publishes about a request; `fetch` and any copy of the package publish alike. */
interface Published {
  readonly request: {
    readonly origin: string | URL;
    readonly method: string;
    readonly path: string;
  };
  readonly chunk?: Uint8Array | string;
  readonly response?: { readonly statusCode: number; readonly headers: readonly (Buffer | string)[] };
  readonly error?: Error;
}

interface Watched {
  readonly exchange: Exchange;
  body?: Transform;
}

/**
 * Watches the requests of `fetch` and of undici by the channels on which they report, so that a program sees its answers
 * exactly as without us.
 *
 * @source https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
 */
export function watchUndici(findLog: () => ExchangeLog | undefined): void {
  const watched = new WeakMap<object, Watched>();
  const on = (name: string, listen: (message: Published, watching: Watched) => void) =>
    subscribe(`undici:request:${name}`, (message) => {
      // The channel's name says what it publishes.
      const published = message as Published;
      const watching = watched.get(published.request);
      if (watching !== undefined) listen(published, watching);
    });
  subscribe('undici:request:create', (message) => {
    const { request } = message as Published;
    const { method, path } = request;
    const exchange = openExchange({ method, path, host: hostOf(request.origin) }, findLog);
    if (exchange !== null) watched.set(request, { exchange });
  });
  on('bodyChunkSent', ({ chunk = '' }, { exchange }) => exchange.sent(chunk));
  on('headers', ({ response }, watching) => {
    if (response === undefined) return;
    const { statusCode: status, headers } = response;
    const body = openDecoder(headerOf(headers, 'content-encoding'));
    watching.body = body;
    watching.exchange.answered({ status, contentType: headerOf(headers, 'content-type'), ...toAnswer(body) });
  });
  // The parser reuses its memory.
  on('bodyChunkReceived', ({ chunk = '' }, { body }) => void body?.write(Buffer.from(chunk)));
  on('trailers', (_, { body }) => void body?.end());
  on('error', ({ error }, { exchange, body }) => {
    if (body === undefined) exchange.failed(error);
    else body.destroy(error);
  });
}

function hostOf(origin: string | URL): string {
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}

/** Names and values alternate. */
function headerOf(headers: readonly (Buffer | string)[], wanted: string): string {
  const texts = headers.map(String);
  return texts.find((_, index) => index % 2 === 1 && texts[index - 1]?.toLowerCase() === wanted) ?? '';
}

/**
 * Opens a stream that takes a body as it was sent, and yields it decoded. One in an unknown encoding ends at once.
 *
 * @source RFC 9110 §8.4
 */
export function openDecoder(encoding: string): Transform {
  const create = DECODERS[encoding.trim().toLowerCase()];
  const stream = create?.() ?? new PassThrough();
  // Whoever reads it learns of an error; nobody has to.
  stream.on('error', () => undefined);
  if (create === undefined) stream.destroy(new Error(`The answer is encoded as ${encoding}.`));
  return stream;
}

export function toAnswer(decoded: Transform): Pick<AnswerBody, 'chunks' | 'close'> {
  return { chunks: decoded, close: () => void decoded.destroy(new Error('The call ended first.')) };
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};
