/**
 * The parts of a request that are read to answer it. A web `Request` has them; a caller in the same process need not
 * create one.
 */
export interface Incoming {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly signal: AbortSignal;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Returns whether a browser sent a request by https, to this server or to a proxy before it. Browsers name the page's
 * origin in each request that changes something. A caller who forges it only loses the cookie that the answer sets.
 */
export function cameByHttps({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.get('origin')?.startsWith('https://') === true || headers.get('x-forwarded-proto') === 'https';
}

export const REQUEST_ID_HEADER = 'x-request-id';

/** Reads the request id that the caller sent, if it is safe to log, or creates one. */
export function requestIdOf(request: Pick<Incoming, 'headers'>): string {
  const given = request.headers.get(REQUEST_ID_HEADER);
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : createId();
}

/**
 * Creates a UUID of version 4 (RFC 9562, section 5.4). The id is not secret, so `Math.random` is enough; loading `node:crypto`
 * would slow the start.
 */
function createId(): string {
  const [one, two, three, four] = [word(), word(), word(), word()];
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-8${three.slice(1, 4)}-${three.slice(4)}${four}`;
}

/** Eight random hexadecimal digits. */
function word(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
