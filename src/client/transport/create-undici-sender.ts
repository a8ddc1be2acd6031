import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';
import type { ConnectionLimits } from './connection-limits.ts';
import { flattenHeaders, type WireRequest, type WireResponse } from './transport.ts';

/** Sends requests with undici. */
export interface UndiciSender {
  send(this: void, request: WireRequest, proxy: URL | null): Promise<WireResponse>;
  close(this: void): Promise<void>;
}

/**
 * Creates undici's dispatchers on demand: a single connection per service for sequential requests, as short commands
 * send them; a pool for concurrent requests; a proxy agent per proxy.
 */
export function createUndiciSender({ connections, connectTimeoutMs }: ConnectionLimits): UndiciSender {
  const singles = new Map<string, Client>();
  const shared = new Map<string, Promise<Dispatcher>>();
  const openSingle = (origin: string) => {
    const single = new Client(origin, { allowH2: false, connect: { timeout: connectTimeoutMs } });
    singles.set(origin, single);
    return single;
  };
  const openShared = (proxy: URL | null) => {
    const dispatcher = shared.get(proxy?.href ?? '') ?? createShared(proxy, { connections, connectTimeoutMs });
    shared.set(proxy?.href ?? '', dispatcher);
    return dispatcher;
  };
  return {
    send: async (wire, proxy) => {
      const { origin } = wire.url;
      const single = proxy === null ? (singles.get(origin) ?? openSingle(origin)) : null;
      // No `await` between this check and the request, so that no other request takes the connection.
      if (single?.stats.size === 0) return sendThrough(single, wire);
      return sendThrough(await openShared(proxy), wire);
    },
    close: async () => {
      const opened = [...singles.values(), ...(await Promise.all(shared.values()))];
      await Promise.all(opened.map((dispatcher) => dispatcher.destroy()));
    },
  };
}

async function createShared(proxy: URL | null, limits: ConnectionLimits): Promise<Dispatcher> {
  if (proxy === null) return (await import('./create-agent.ts')).createAgent(limits);
  return (await import('./create-proxy-agent.ts')).createProxyAgent(proxy, limits);
}

async function sendThrough(dispatcher: Dispatcher, wire: WireRequest): Promise<WireResponse> {
  const { url, method, headers, body, signal } = wire;
  const target = { origin: url.origin, path: url.pathname + url.search };
  // The caller's signal enforces the time limit of the whole exchange.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const response = await request.call(dispatcher, { ...target, method, headers, body, signal, ...limits });
  return { status: response.statusCode, headers: flattenHeaders(response.headers), body: response.body };
}
