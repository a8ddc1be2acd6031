import { fillPath, pathParameterNames } from '../../contract/endpoint/path-template.ts';
import { toText } from '../sending/base-url.ts';
import type { HttpRequest } from '../sending/http-request.ts';
import type { ClientEndpoint } from './client-endpoint.ts';
import { UserError } from '../../errors/wf-error.ts';

/**
 * Encodes a call of an endpoint: path parameters into the path, `body` into JSON or bytes, the rest into the query.
 *
 * @param endpoint - the endpoint's entry in the client's table
 * @param input - path and query parameters, and `body`
 * @param ifRevision - revision that the record must have, 0 or more
 * @throws {WF_INVALID_INPUT} when a path parameter is empty, `.` or `..`
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

/** Encodes a body: bytes unchanged, anything else as JSON. */
export function encodeBody(body: unknown): Pick<HttpRequest, 'headers' | 'body'> {
  if (body === undefined || body === null) return { headers: {}, body: null };
  if (body instanceof Uint8Array) return { headers: { 'content-type': 'application/octet-stream' }, body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/**
 * A POST or PATCH has its own key, the same in every retry. So does a conditional change: its retry would otherwise
 * conflict with the first attempt. Other services ignore the header; the retry policy decides whether to rely on it.
 *
 * @source design §5, writes
 */
function idempotencyKey({ method }: ClientEndpoint, isConditional: boolean): Record<string, string> {
  if (method !== 'POST' && method !== 'PATCH' && !isConditional) return {};
  // Loaded only here, so that reading a list does not load cryptography.
  return { 'idempotency-key': process.getBuiltinModule('node:crypto').randomUUID() };
}

/** An empty segment would address the list, and dots a parent path: a different endpoint in both cases. */
function checkPathParameter(name: string, value: unknown): void {
  const text = toText(value);
  if (text !== '' && text !== '.' && text !== '..') return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Invalid ${name} ${JSON.stringify(text)}: it must be neither empty nor "." or "..".`,
  });
}
