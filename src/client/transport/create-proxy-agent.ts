// Imported from the index, which adds `connect` to undici's dispatchers: a proxy agent opens its tunnels by it.
import { ProxyAgent } from 'undici';
import type { ConnectionLimits } from './connection-limits.ts';

/** Creates a connection pool per service, all through one proxy. */
export function createProxyAgent(proxy: URL, { connections, connectTimeoutMs }: ConnectionLimits): ProxyAgent {
  const connect = { timeout: connectTimeoutMs, allowH2: false };
  return new ProxyAgent({ uri: proxy.href, allowH2: false, connections, proxyTls: connect, requestTls: connect });
}
