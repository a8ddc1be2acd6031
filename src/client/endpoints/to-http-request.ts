import { pathParameterNames, QUERY_HEADER } from '../../contract/endpoint/protocol.ts';
import { BugError, userError } from '../../foundation/errors/wf-error.ts';
import type { EndpointRoute } from '../../contract/endpoint-routes.ts';
import { encodeRequest, type HttpRequest, toSearch, toText } from './http-request.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

export interface RequestContext {
  /** What the answers so far have shown about the service. */
  readonly service: { readonly isExtended: boolean; readonly hasSucceeded: boolean };
  /** Whether the caller decided to use what only our services have. */
  readonly usesExtensions: boolean;
  /** Revision that the record must have, 0 or more. */
  readonly ifRevision?: number | undefined;
}

/**
 * Converts a call of an endpoint to a request. Only a service of ours gets parameters of ours that others may ignore. As long
 * as nobody knows what kind of service it is, they are in a header, which every other service ignores.
 *
 * @param endpoint - what is known of it without its schemas
 * @param input - path and query parameters, and `body`
 * @throws {WF_INVALID_INPUT} when a path parameter is empty, `.` or `..`
 * @throws {WF_BUG} when the plain client uses an extension
 * @source design §2 principle 6
 */
export function toHttpRequest(
  endpoint: EndpointRoute,
  input: UnknownRecord,
  { service, usesExtensions, ifRevision }: RequestContext,
): HttpRequest {
  if (!usesExtensions) requirePublic(endpoint, input, ifRevision);
  for (const name of pathParameterNames(endpoint.path)) checkPathParameter(name, input[name]);
  const { isExtended, hasSucceeded } = service;
  const request = encodeRequest(endpoint, input, isExtended ? [] : endpoint.ignorable);
  const isUnknown = !isExtended && !hasSucceeded;
  const hint = isUnknown ? toQueryHeader(endpoint, input) : {};
  const isConditional = ifRevision !== undefined;
  const condition = isConditional ? { 'if-match': `"${ifRevision}"` } : {};
  const key = isExtended || isUnknown ? idempotencyKey(endpoint, isConditional) : {};
  return { ...request, headers: { ...request.headers, ...condition, ...hint, ...key } };
}

function toQueryHeader({ ignorable = [] }: EndpointRoute, input: UnknownRecord): Record<string, string> {
  const text = toSearch(Object.fromEntries(ignorable.map((name) => [name, input[name]]))).toString();
  return text === '' ? {} : { [QUERY_HEADER]: text };
}

/** Another service would ignore what it does not know, and the result would differ from what the command says. */
function requirePublic(endpoint: EndpointRoute, input: UnknownRecord, ifRevision: number | undefined): void {
  const used = listExtensions(endpoint, input, ifRevision);
  if (used.length === 0) return;
  const { method, path } = endpoint;
  throw new BugError(`${method} ${path} uses extensions of wf without asking for them: ${used.join(', ')}.`);
}

/** Lists what a call uses that only services of wf have. */
export function listExtensions(
  { isExtension, extendedQuery = [], extendedBody = [] }: EndpointRoute,
  { body, ...parameters }: UnknownRecord,
  ifRevision: number | undefined,
): string[] {
  return [
    ...(isExtension === true ? ['the endpoint'] : []),
    ...extendedQuery.filter((name) => parameters[name] !== undefined),
    ...extendedBody.filter((name) => isFields(body) && body[name] !== undefined),
    ...(ifRevision === undefined ? [] : ['If-Match']),
  ];
}

function isFields(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

/**
 * A POST or PATCH has its own key, the same in every retry. So does a conditional change: its retry would otherwise
 * conflict with the first attempt. Other services ignore the header; the retry policy decides whether to rely on it.
 *
 * @source design §5, writes
 */
function idempotencyKey({ method }: EndpointRoute, isConditional: boolean): Record<string, string> {
  if (method !== 'POST' && method !== 'PATCH' && !isConditional) return {};
  // Loaded only here, so that reading a list does not load cryptography.
  return { 'idempotency-key': process.getBuiltinModule('node:crypto').randomUUID() };
}

/** An empty segment would address the list, and dots a parent path: a different endpoint in both cases. */
function checkPathParameter(name: string, value: unknown): void {
  const text = toText(value);
  if (text !== '' && text !== '.' && text !== '..') return;
  throw userError(
    'WF_INVALID_INPUT',
    `Invalid ${name} ${JSON.stringify(text)}: it must be neither empty nor "." or "..".`,
  );
}
