import type { ValidationErrorItem } from '../contract/validation/validation-error.ts';

/** Why a request is not served: a status and what the body's `detail` says. */
export interface Refusal {
  readonly status: number;
  /** A sentence, the items of a 422, or what a handler's own failure carries. */
  readonly detail: string | readonly ValidationErrorItem[] | Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What reading a part of a request gives: the value, or why not. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** Makes the failure of a `Parsed`. */
export function refuse(status: number, detail: Refusal['detail']): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { status, detail } };
}

/** The parts of a response, before it is one. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** Words a refusal: `{"detail": ...}` with its status. */
export function toRefusalAnswer({ status, detail, headers = {} }: Refusal): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ detail }) };
}

/** Answers a request that is not served. */
export function toRefusalResponse(refusal: Refusal): Response {
  return toResponse(toRefusalAnswer(refusal));
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}
