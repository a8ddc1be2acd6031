import type { ValidationErrorItem } from '../contract/validation/validation-error.ts';

/** Why a request is refused: a status and the `detail` of the body. */
export interface Refusal {
  readonly status: number;
  /** A sentence, the items of a 422, or the details of a handler's failure. */
  readonly detail: string | readonly ValidationErrorItem[] | Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
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
export function toRefusalAnswer({ status, detail, headers = {} }: Refusal): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ detail }) };
}

/** Converts a refusal to a response. */
export function toRefusalResponse(refusal: Refusal): Response {
  return toResponse(toRefusalAnswer(refusal));
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}
