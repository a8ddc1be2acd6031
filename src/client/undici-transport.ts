import type * as Undici from 'undici';
import { type Environment, proxyFromEnv } from './proxy-from-env.ts';
import { flattenHeaders, type Transport, type WireRequest } from './transport.ts';

export interface UndiciTransportOptions {
  /** Where the proxy variables are read. @defaultValue `process.env` */
  readonly env?: Environment;
  /** Connections kept open to one service, 1 or more. @defaultValue 64 */
  readonly connections?: number;
  /** Time limit of opening a connection, in milliseconds. @defaultValue 10000 */
  readonly connectTimeoutMs?: number;
}

/** Carries many requests over pooled connections that are kept alive. Loads undici when the first request is sent. */
export function undiciTransport({
  env = process.env,
  connections = 64,
  connectTimeoutMs = 10_000,
}: UndiciTransportOptions = {}): Transport {
  const proxyFor = (url: URL) => proxyFromEnv(url, env);
  const pools = new Map<string, Undici.Dispatcher>();
  const openPool = (undici: UndiciModule, url: URL): Undici.Dispatcher => {
    const proxy = proxyFor(url)?.href ?? null;
    const known = pools.get(proxy ?? '');
    if (known !== undefined) return known;
    const options = { connections, connect: { timeout: connectTimeoutMs }, allowH2: false };
    const pool = proxy === null ? new undici.Agent(options) : new undici.ProxyAgent({ ...options, uri: proxy });
    pools.set(proxy ?? '', pool);
    return pool;
  };
  const send = async ({ url, method, headers, body, signal }: WireRequest) => {
    const undici = await loadUndici();
    // The time limits are the caller's, so that both transports and every test share one clock.
    const limits = { headersTimeout: 0, bodyTimeout: 0 };
    const options = { dispatcher: openPool(undici, url), method, headers, body, signal, ...limits };
    const response = await undici.request(url, options);
    return { status: response.statusCode, headers: flattenHeaders(response.headers), body: response.body };
  };
  const close = async () => {
    await Promise.all([...pools.values()].map((pool) => pool.destroy()));
  };
  return Object.assign(send, { proxyFor, close });
}

type UndiciModule = Pick<typeof Undici, 'Agent' | 'ProxyAgent' | 'request'>;

async function loadUndici(): Promise<UndiciModule> {
  const namespace: UndiciModule & { default?: UndiciModule } = await import('undici');
  // A bundler that splits code gives a CommonJS module's exports under `default` only.
  return namespace.default ?? namespace;
}
