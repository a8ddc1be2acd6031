import type { Method } from '../../contract/endpoint/endpoint.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import { type RefusalContext, toServiceError } from '../answers/service-refusal.ts';
import { encodeBody } from '../endpoints/http-request.ts';

/** A request outside the endpoint table. */
export interface RawRequest extends CallOptions {
  readonly method: Method;
  /** Path below the base URL, with a leading slash; may contain a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Bytes and strings are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Return an answer of status 400 or above instead of throwing. @defaultValue false */
  readonly acceptErrors?: boolean | undefined;
}

/** An answer outside the endpoint table. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly requestId: string | null;
}

/**
 * Sends a request outside the endpoint table.
 *
 * @throws {ServiceError} for a redirect or a status of 400 or above, unless `acceptErrors`
 */
export async function sendRaw(
  send: Send,
  context: RefusalContext,
  { method, path, query = {}, body, headers = {}, acceptErrors = false, ...call }: RawRequest,
): Promise<RawAnswer> {
  const encoded =
    typeof body === 'string' ? { headers: { 'content-type': 'application/json' }, body } : encodeBody(body);
  const request = { method, path, query, headers: { ...encoded.headers, ...lowerCased(headers) }, body: encoded.body };
  const answer = await send(request, call);
  if (isFailure(answer.status) && !acceptErrors) throw toServiceError(answer, context);
  const { status, bytes } = answer;
  return { status, headers: answer.headers, bytes, requestId: answer.headers['x-request-id'] ?? null };
}

/** A redirect that cannot be followed did nothing; a 304 answers the caller's own condition. */
function isFailure(status: number): boolean {
  return status >= 300 && status !== 304;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
