import { Agent, Client, type Dispatcher, ProxyAgent } from 'undici';
import { type ConnectionLimits, flattenHeaders, type WireRequest, type WireResponse } from './transport.ts';

/**
 * Creates a sender with undici: a single connection per service for requests that follow each other, as short commands
 * send them, a pool for requests at the same time, and a pool per proxy.
 */
export function createUndiciSender({ connections, connectTimeoutMs }: ConnectionLimits) {
  const connect = { timeout: connectTimeoutMs, allowH2: false };
  const opened = new Map<string, Dispatcher>();
  const reuse = <Kind extends Dispatcher>(name: string, open: () => Kind): Kind => {
    // A name stands for one kind of dispatcher.
    const dispatcher = (opened.get(name) as Kind | undefined) ?? open();
    opened.set(name, dispatcher);
    return dispatcher;
  };
  const dispatcherFor = (origin: string, proxy: URL | null): Dispatcher => {
    if (proxy !== null) {
      const options = { allowH2: false, connections, uri: proxy.href, proxyTls: connect, requestTls: connect };
      return reuse(`proxy ${proxy.href}`, () => new ProxyAgent(options));
    }
    const single = reuse(`single ${origin}`, () => new Client(origin, { allowH2: false, connect }));
    return single.stats.size === 0 ? single : reuse('pool', () => new Agent({ allowH2: false, connections, connect }));
  };
  return {
    send: async (wire: WireRequest, proxy: URL | null): Promise<WireResponse> => {
      const { url, method, headers, body, signal } = wire;
      const target = { origin: url.origin, path: url.pathname + url.search };
      // The caller's signal enforces the time limit of the whole exchange.
      const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
      const options = { ...target, method, headers, body, signal, ...timeouts };
      const response = await dispatcherFor(url.origin, proxy).request(options);
      return { status: response.statusCode, headers: flattenHeaders(response.headers), body: response.body };
    },
    close: async () => {
      await Promise.all([...opened.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
