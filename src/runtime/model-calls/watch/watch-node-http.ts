import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import type { ExchangeLog } from '../exchange-log.ts';
import { type Exchange, openExchange } from '../open-exchange.ts';
import { openDecoder, toAnswer } from './decode-body.ts';

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
