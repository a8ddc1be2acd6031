/** One request as it goes over the wire: complete, and nothing in it refers to the endpoint table. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
  readonly signal: AbortSignal;
}

/** One answer as it comes: the body is read by whoever wants it. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case; a repeated header's values are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Carries a request to a service and its answer back. Knows sockets, but neither schemas, retries nor redirects.
 * Rejects with the platform's own error when no answer comes.
 */
export interface Transport {
  (request: WireRequest): Promise<WireResponse>;
  /** Address of the proxy a request would go through; left out or `null`: none. */
  readonly proxyFor?: (url: URL) => URL | null;
  /** Lets go of connections kept alive. */
  readonly close?: () => Promise<void>;
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
