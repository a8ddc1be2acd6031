import { subscribe } from 'node:diagnostics_channel';
import type { Transform } from 'node:stream';
import type { ExchangeLog } from '../exchange-log.ts';
import { type Exchange, openExchange } from '../open-exchange.ts';
import { openDecoder, toAnswer } from './decode-body.ts';

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
