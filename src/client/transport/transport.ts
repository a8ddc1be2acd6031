import { userError } from '../../foundation/errors/wf-error.ts';

/** A complete HTTP request. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
  readonly signal: AbortSignal;
}

/** An HTTP response whose body has not been read yet. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case; a repeated header's values are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends a request and returns the response, without schemas, retries or redirects.
 * Rejects with the platform's own error when no response arrives.
 */
export interface Transport {
  (request: WireRequest): Promise<WireResponse>;
  /** Finds the proxy for an address; `null` or omitted: none. */
  readonly proxyFor?: (url: URL) => URL | null;
  /** Closes idle connections. */
  readonly close?: () => Promise<void>;
}

/** Limits of a transport's connections. */
export interface ConnectionLimits {
  /** Connections kept open to one service, 1 or more. @defaultValue 64 */
  readonly connections: number;
  /** Time limit for opening a connection, in milliseconds, above 0. @defaultValue 10000 */
  readonly connectTimeoutMs: number;
}

/** Joins the values of repeated headers. */
export function flattenHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the proxy for an address by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case. One rule for
 * all transports: undici and Node have their own, which differ in detail.
 *
 * @remarks Our choice: loopback addresses are never proxied, as in Go's net/http, so that `wf serve` on this machine
 * can be reached even if a company proxy is set.
 * @returns the proxy; `null` for a direct connection
 * @throws {WF_INVALID_INPUT} when the proxy's address is invalid
 */
export function proxyFromEnv(url: URL, env: Environment): URL | null {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const address = read(env, name);
  if (address === '' || isLoopback(url.hostname) || isExempt(url, read(env, 'NO_PROXY'))) return null;
  const proxy = URL.parse(address.includes('://') ? address : `http://${address}`);
  if (proxy !== null && /^https?:$/.test(proxy.protocol)) return proxy;
  throw userError('WF_INVALID_INPUT', `${name} is not the address of an HTTP proxy: ${JSON.stringify(address)}.`, [
    `Set ${name} to an address such as http://proxy.example:3128, or unset it.`,
  ]);
}

function read(env: Environment, name: string): string {
  return (env[name.toLowerCase()] || env[name] || '').trim();
}

/** Returns whether a host name is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  );
}

function isExempt(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const suffix = name.replace(/^\*?\./, '');
      if (entryPort !== undefined && entryPort !== port) return false;
      return url.hostname === suffix || url.hostname.endsWith(`.${suffix}`);
    });
}
