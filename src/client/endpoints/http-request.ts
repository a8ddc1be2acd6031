import type { Method } from '../../contract/endpoint/endpoint.ts';
import { fillPath, pathParameterNames } from '../../contract/endpoint/protocol.ts';

/** A request below the base URL, before credentials. */
export interface HttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
}

/**
 * Encodes a call of an endpoint: path parameters into the path, `body` into JSON or bytes, the rest into the query.
 * Runs in a browser, too.
 *
 * @param input - path and query parameters, and `body`
 * @param ignored - parameters that are not sent
 */
export function encodeRequest(
  { method, path }: Pick<HttpRequest, 'method' | 'path'>,
  { body, ...parameters }: Readonly<Record<string, unknown>>,
  ignored: readonly string[] = [],
): HttpRequest {
  const dropped = [...pathParameterNames(path), ...ignored];
  const query = Object.fromEntries(Object.entries(parameters).filter(([name]) => !dropped.includes(name)));
  return { method, path: fillPath(path, parameters), query, ...encodeBody(body) };
}

/** Encodes a body: bytes unchanged, anything else as JSON. */
export function encodeBody(body: unknown): Pick<HttpRequest, 'headers' | 'body'> {
  if (body === undefined || body === null) return { headers: {}, body: null };
  if (body instanceof Uint8Array) return { headers: { 'content-type': 'application/octet-stream' }, body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Appends a path and a query to a base URL. The result always has the base URL's origin. */
export function joinUrl(baseUrl: URL, path: string, query: HttpRequest['query'] = {}): URL {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const url = new URL(baseUrl.origin + prefix + (path.startsWith('/') ? path : `/${path}`));
  for (const [name, value] of toSearch(query)) url.searchParams.append(name, value);
  return url;
}

/** Encodes a query; leaves out what is undefined or null. */
export function toSearch(query: HttpRequest['query']): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== undefined && one !== null) search.append(name, toText(one));
  }
  return search;
}

/** Converts a value to text for a path or a query: strings unchanged, anything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
