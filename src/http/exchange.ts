import type { ValidationErrorItem } from '../contract/validation/validation-error.ts';

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

/** Why a request is refused: a status and the `detail` of the body. */
export interface Refusal {
  readonly status: number;
  /** A sentence, the items of a 422, or the details of a handler's failure. */
  readonly detail: string | readonly ValidationErrorItem[] | Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the body. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

/** Result of reading a part of a request: the value or the refusal. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** Creates the failure of a `Parsed`. */
export function refuse(status: number, detail: Refusal['detail']): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { status, detail } };
}

/** The parts of a response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** Converts a refusal to an answer: `{"detail": ...}` with its status. */
export function toRefusalAnswer({ status, detail, headers = {}, more }: Refusal): Answer & { readonly body: string } {
  const body = JSON.stringify({ detail, ...more });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Converts a refusal to a response. */
export function toRefusalResponse(refusal: Refusal): Response {
  return toResponse(toRefusalAnswer(refusal));
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}
