import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { type Exchange, type ExchangeLog, openExchange } from '../open-exchange.ts';
import { copyDelivered, copyWritten, openDecoder, toAnswer } from './copy-bodies.ts';
import { watchFetch } from './watch-fetch.ts';
import { watchHttp2 } from './watch-http2.ts';

/** Watches all means by which a program on Node makes HTTP requests. */
export function watchNode(findLog: () => ExchangeLog | undefined): void {
  watchUndici(findLog);
  watchNodeHttp(findLog);
  watchHttp2(findLog);
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
    const exchange = openExchange({ method, path, host, ...portIn(request.getHeader('host')) }, findLog);
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
    const header = (name: string) => String(response.headers[name] ?? '');
    exchange.answered({ status: response.statusCode ?? 0, ...toAnswer(body, header) });
  });
  subscribe('http.client.request.error', (message) => {
    const { request, error } = message as { readonly request: ClientRequest; readonly error: Error };
    watched.get(request)?.failed(error);
  });
}

/** The port in the value of a `host` header; none where it is the protocol's own. */
function portIn(host: unknown): { readonly port?: string } {
  const port = /:(\d+)$/.exec(String(host))?.[1];
  return port === undefined ? {} : { port };
}

/** Names and values alternate; over HTTP/2, an object. */
type Headers = readonly (Buffer | string)[] | Readonly<Record<string, string | string[] | undefined>>;

/** What undici publishes about a request; `fetch` and any copy of the package publish alike. */
interface Published {
  readonly request: {
    readonly origin: string | URL;
    readonly method: string;
    readonly path: string;
  };
  readonly chunk?: Uint8Array | string;
  readonly response?: { readonly statusCode: number; readonly headers: Headers };
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
    const exchange = openExchange({ method, path, ...placeOf(request.origin) }, findLog);
    if (exchange !== null) watched.set(request, { exchange });
  });
  on('bodyChunkSent', ({ chunk = '' }, { exchange }) => exchange.sent(chunk));
  on('headers', ({ response }, watching) => {
    if (response === undefined) return;
    const { statusCode: status, headers } = response;
    const header = (name: string) => headerOf(headers, name);
    const body = openDecoder(header('content-encoding'));
    watching.body = body;
    watching.exchange.answered({ status, ...toAnswer(body, header) });
  });
  // The parser reuses its memory.
  on('bodyChunkReceived', ({ chunk = '' }, { body }) => void body?.write(Buffer.from(chunk)));
  on('trailers', (_, { body }) => void body?.end());
  on('error', ({ error }, { exchange, body }) => {
    if (body === undefined) exchange.failed(error);
    else body.destroy(error);
  });
}

function placeOf(origin: string | URL): { readonly host: string; readonly port?: string } {
  if (!URL.canParse(origin)) return { host: '' };
  const { hostname, port } = new URL(origin);
  return { host: hostname, ...(port === '' ? {} : { port }) };
}

function headerOf(headers: Headers, wanted: string): string {
  if (!isList(headers)) return [headers[wanted] ?? ''].flat().join(', ');
  const texts = headers.map(String);
  return texts.find((_, index) => index % 2 === 1 && texts[index - 1]?.toLowerCase() === wanted) ?? '';
}

function isList(headers: Headers): headers is readonly (Buffer | string)[] {
  return Array.isArray(headers);
}
