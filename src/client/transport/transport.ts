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
