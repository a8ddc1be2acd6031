import { ProxyAgent } from 'undici';
import { type ConnectionLimits, flattenHeaders, type WireRequest, type WireResponse } from './transport.ts';

/** Creates a sender of requests through proxies, with a connection pool for each. */
export function createProxySender({ connections, connectTimeoutMs }: ConnectionLimits) {
  const connect = { timeout: connectTimeoutMs, allowH2: false };
  const limits = { allowH2: false, connections, proxyTls: connect, requestTls: connect };
  const agents = new Map<string, ProxyAgent>();
  return {
    send: async (wire: WireRequest, proxy: URL): Promise<WireResponse> => {
      const agent = agents.get(proxy.href) ?? new ProxyAgent({ uri: proxy.href, ...limits });
      agents.set(proxy.href, agent);
      const { url, method, headers, body, signal } = wire;
      const target = { origin: url.origin, path: url.pathname + url.search };
      // The caller's signal enforces the time limit of the whole exchange.
      const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
      const response = await agent.request({ ...target, method, headers, body, signal, ...timeouts });
      return { status: response.statusCode, headers: flattenHeaders(response.headers), body: response.body };
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
