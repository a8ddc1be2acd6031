// From the index: it adds `connect` to undici's dispatchers, by which a proxy agent opens its tunnels.
import { ProxyAgent } from 'undici';
import type { ConnectionLimits } from './connection-limits.ts';

/** Creates a pool of connections per service, all of them through one proxy. */
export function createProxyAgent(proxy: URL, { connections, connectTimeoutMs }: ConnectionLimits): ProxyAgent {
  const connect = { timeout: connectTimeoutMs, allowH2: false };
  return new ProxyAgent({ uri: proxy.href, allowH2: false, connections, proxyTls: connect, requestTls: connect });
}
