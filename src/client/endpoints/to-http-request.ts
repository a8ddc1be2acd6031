import { fillPath, pathParameterNames } from '../../contract/endpoint/protocol.ts';
import { toText } from '../sending/base-url.ts';
import type { HttpRequest } from '../sending/http-request.ts';
import type { ClientEndpoint } from './client-endpoint.ts';
import { BugError, UserError } from '../../foundation/errors/wf-error.ts';
import type { ServiceKnowledge } from '../sending/service-knowledge.ts';

export interface RequestContext {
  readonly service: Readonly<ServiceKnowledge>;
  /** Whether the caller decided to use what only our services have. */
  readonly usesExtensions: boolean;
  /** Revision that the record must have, 0 or more. */
  readonly ifRevision?: number | undefined;
}

/**
 * Encodes a call of an endpoint: path parameters into the path, `body` into JSON or bytes, the rest into the query. A
 * service that is not ours does not get parameters of ours that it may ignore.
 *
 * @param endpoint - the endpoint's entry in the client's table
 * @param input - path and query parameters, and `body`
 * @throws {WF_INVALID_INPUT} when a path parameter is empty, `.` or `..`
 * @throws {WF_BUG} when the plain client uses an extension
 * @source design §2 principle 6
 */
export function toHttpRequest(
  endpoint: ClientEndpoint,
  input: Readonly<Record<string, unknown>>,
  { service, usesExtensions, ifRevision }: RequestContext,
): HttpRequest {
  if (!usesExtensions) requirePublic(endpoint, input, ifRevision);
  const isOther = service.hasSucceeded && !service.isExtended;
  const names = pathParameterNames(endpoint.path);
  for (const name of names) checkPathParameter(name, input[name]);
  const { body, ...rest } = input;
  const dropped = isOther ? [...names, ...(endpoint.ignorable ?? [])] : names;
  const query = Object.fromEntries(Object.entries(rest).filter(([name]) => !dropped.includes(name)));
  const encoded = encodeBody(body);
  const isConditional = ifRevision !== undefined;
  const condition = isConditional ? { 'if-match': `"${ifRevision}"` } : {};
  const headers = { ...encoded.headers, ...condition, ...(isOther ? {} : idempotencyKey(endpoint, isConditional)) };
  return { method: endpoint.method, path: fillPath(endpoint.path, input), query, headers, body: encoded.body };
}

/** Another service would ignore what it does not know, and the result would differ from what the command says. */
function requirePublic(
  { method, path, isExtension, extendedQuery = [], extendedBody = [] }: ClientEndpoint,
  { body, ...parameters }: Readonly<Record<string, unknown>>,
  ifRevision: number | undefined,
): void {
  const used = [
    ...(isExtension === true ? ['the endpoint'] : []),
    ...extendedQuery.filter((name) => parameters[name] !== undefined),
    ...extendedBody.filter((name) => isFields(body) && body[name] !== undefined),
    ...(ifRevision === undefined ? [] : ['If-Match']),
  ];
  if (used.length > 0)
    throw new BugError(`${method} ${path} uses extensions of wf without asking for them: ${used.join(', ')}.`);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
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
