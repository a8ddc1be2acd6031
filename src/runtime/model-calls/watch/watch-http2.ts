import { subscribe } from 'node:diagnostics_channel';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { type Exchange, type ExchangeLog, openExchange } from '../open-exchange.ts';
import { copyDelivered, copyWritten, openDecoder, toAnswer } from './copy-bodies.ts';

interface Published {
  readonly stream: ClientHttp2Stream;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Watches the requests of `node:http2`, such as those of Amazon's clients. undici reports its own, also over HTTP/2.
 *
 * @source https://nodejs.org/api/diagnostics_channel.html#http2
 */
export function watchHttp2(findLog: () => ExchangeLog | undefined): void {
  const watched = new WeakMap<object, Exchange>();
  subscribe('http2.client.stream.created', (message) => {
    // The channel's name says what it publishes, here and below.
    const { stream, headers } = message as Published;
    if (isOfUndici(stream)) return;
    const authority = headers[':authority'] ?? headers.host ?? '';
    const { hostname = '', port = '' } = URL.parse(`http://${authority}`) ?? {};
    const place = { host: hostname, ...(port === '' ? {} : { port }) };
    const head = { method: headers[':method'] ?? 'GET', path: headers[':path'] ?? '', ...place };
    const exchange = openExchange(head, findLog);
    if (exchange === null) return;
    watched.set(stream, exchange);
    copyWritten(stream, exchange);
  });
  subscribe('http2.client.stream.finish', (message) => {
    const { stream, headers } = message as Published;
    const exchange = watched.get(stream);
    const status = Number(headers[':status']);
    // An informational answer comes before the real one.
    if (exchange === undefined || status < 200) return;
    watched.delete(stream);
    const header = (name: string) => String(headers[name] ?? '');
    const body = openDecoder(header('content-encoding'));
    copyDelivered(stream, body);
    exchange.answered({ status, ...toAnswer(body, header) });
  });
  subscribe('http2.client.stream.error', (message) => {
    const { stream, error } = message as Pick<Published, 'stream'> & { readonly error: Error };
    watched.get(stream)?.failed(error);
  });
  subscribe('http2.client.stream.close', (message) => {
    const { stream } = message as Pick<Published, 'stream'>;
    watched.get(stream)?.failed(new Error('the stream was closed'));
  });
}

/** undici sends over streams of `node:http2`, and publishes the same requests on its own channels. */
function isOfUndici({ session }: ClientHttp2Stream): boolean {
  const symbols = session === undefined ? [] : Object.getOwnPropertySymbols(session);
  return symbols.some(({ description }) => description === 'open streams');
}
