import { fillPath, pathParameterNames } from '../../contract/endpoint/path-template.ts';
import { toText } from '../sending/base-url.ts';
import type { HttpRequest } from '../sending/http-request.ts';
import type { ClientEndpoint } from './client-endpoint.ts';
import { UserError } from '../../errors/wf-error.ts';

/**
 * Encodes a call of an endpoint: path parameters into the path, `body` into JSON or bytes, the rest into the query.
 *
 * @param ifRevision - revision the record must be at, 0 or more
 * @throws {WF_INVALID_INPUT} when a path parameter is empty or would climb the path
 */
export function toHttpRequest(
  endpoint: ClientEndpoint,
  input: Readonly<Record<string, unknown>>,
  ifRevision?: number,
): HttpRequest {
  const names = pathParameterNames(endpoint.path);
  for (const name of names) checkPathParameter(name, input[name]);
  const { body, ...rest } = input;
  const query = Object.fromEntries(Object.entries(rest).filter(([name]) => !names.includes(name)));
  const encoded = encodeBody(body);
  const isConditional = ifRevision !== undefined;
  const condition = isConditional ? { 'if-match': `"${ifRevision}"` } : {};
  const headers = { ...encoded.headers, ...condition, ...idempotencyKey(endpoint, isConditional) };
  return { method: endpoint.method, path: fillPath(endpoint.path, input), query, headers, body: encoded.body };
}

/** Fields of a JSON body, or the bytes as they are. */
export function encodeBody(body: unknown): Pick<HttpRequest, 'headers' | 'body'> {
  if (body === undefined || body === null) return { headers: {}, body: null };
  if (body instanceof Uint8Array) return { headers: { 'content-type': 'application/octet-stream' }, body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/**
 * A POST or PATCH carries a key of its own, the same in every repeat; so does a conditional change, whose repeat would
 * otherwise meet what it did itself. A service that does not know the header ignores
 * it; whether it may be relied upon is the retry policy's business.
 *
 * @source design §5, writes
 */
function idempotencyKey({ method }: ClientEndpoint, isConditional: boolean): Record<string, string> {
  if (method !== 'POST' && method !== 'PATCH' && !isConditional) return {};
  // Asked for here, so that reading a list does not load cryptography.
  return { 'idempotency-key': process.getBuiltinModule('node:crypto').randomUUID() };
}

/** An empty segment would name the list, and dots the folder above: another endpoint than the one that was called. */
function checkPathParameter(name: string, value: unknown): void {
  const text = toText(value);
  if (text !== '' && text !== '.' && text !== '..') return;
  throw new UserError({ code: 'WF_INVALID_INPUT', message: `${JSON.stringify(text)} cannot be a value of ${name}.` });
}
