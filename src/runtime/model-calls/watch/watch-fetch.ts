import { CallEndedError } from '../call-ended.ts';
import { type Exchange, type ExchangeLog, openExchange } from '../open-exchange.ts';

/**
 * Watches the requests of `fetch` on platforms that publish no bodies. Only a request that may call a model is touched: its
 * answer passes through a stream that copies it, at the pace at which the program reads.
 */
export function watchFetch(findLog: () => ExchangeLog | undefined): void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { method, address } = describe(input, init);
    const { hostname, port, pathname, search } = new URL(address, 'http://localhost');
    const place = { host: hostname, ...(port === '' ? {} : { port }) };
    const exchange = openExchange({ method, path: `${pathname}${search}`, ...place }, findLog);
    if (exchange === null) return await original(input, init);
    try {
      // First the copy: a request's body can be read once.
      const [, answer] = await Promise.all([copySent(exchange, input, init), original(input, init)]);
      return copyAnswer(answer, exchange);
    } catch (error) {
      exchange.failed(error);
      throw error;
    }
  };
}

type Input = Parameters<typeof fetch>[0];
type Init = Parameters<typeof fetch>[1];

function describe(input: Input, init: Init): { readonly method: string; readonly address: string } {
  const isRequest = input instanceof Request;
  const method = init?.method ?? (isRequest ? input.method : 'GET');
  return { method: method.toUpperCase(), address: isRequest ? input.url : String(input) };
}

/** A body that is a stream is left alone: only its sender may read it. */
async function copySent(exchange: Exchange, input: Input, init: Init): Promise<void> {
  const body = init?.body;
  if (typeof body === 'string' || body instanceof Uint8Array) exchange.sent(body);
  else if (body == null && input instanceof Request && !input.bodyUsed) exchange.sent(await input.clone().text());
}

function copyAnswer(answer: Response, exchange: Exchange): Response {
  const { status, body, url } = answer;
  const contentType = answer.headers.get('content-type') ?? '';
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const copy = writable.getWriter();
  const close = (error: unknown) => void copy.abort(error).catch(() => undefined);
  const header = (name: string) => answer.headers.get(name) ?? '';
  exchange.answered({ status, contentType, header, chunks: readable, close: () => close(new CallEndedError()) });
  if (body === null) {
    void copy.close().catch(() => undefined);
    return answer;
  }
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      // Its reader keeps up, or is gone.
      void copy.write(chunk).catch(() => undefined);
      controller.enqueue(chunk);
    },
    flush: () => void copy.close().catch(() => undefined),
  });
  body.pipeTo(passing.writable).catch(close);
  const passed = new Response(passing.readable, answer);
  // The constructor sets none.
  Object.defineProperty(passed, 'url', { value: url });
  return passed;
}
