import { type Endpoint, isBytes } from '../../contract/endpoint/endpoint.ts';
import type { Incoming } from '../../http/incoming.ts';
import { parseInput } from '../../http/parse-input.ts';
import { readBody } from '../../http/read-body.ts';
import { readJsonBody } from '../../http/read-json-body.ts';
import { type Parsed, refuse } from '../../http/refusal.ts';
import { parseExactJson } from '../../contract/validation/exact-json.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';

export interface BodyLimits {
  /** Largest JSON body, in bytes. */
  readonly bodyBytes: number;
  /** Largest bundle, in bytes. */
  readonly artifactBytes: number;
}

/** A request's parts, checked: path and query parameters side by side, and `body` where the endpoint has one. */
export type ParsedRequest = Readonly<Record<string, unknown>>;

/** Checks all parts of a request, so that one answer names every violation. */
export async function parseRequest(
  endpoint: Endpoint,
  request: Incoming,
  url: URL,
  pathParams: Readonly<Record<string, string>>,
  limits: BodyLimits,
): Promise<Parsed<ParsedRequest>> {
  const body = await parseBody(endpoint, request, limits);
  if (!body.ok && body.refusal.status !== 422) return body;
  const path = parsePath(endpoint, pathParams);
  const query = parseInput(endpoint.query, Object.fromEntries(url.searchParams), 'query');
  if (path.ok && query.ok && body.ok) {
    return {
      ok: true,
      value: { ...path.value, ...query.value, ...(endpoint.body === null ? {} : { body: body.value }) },
    };
  }
  return refuse(422, [...itemsOf(path), ...itemsOf(query), ...itemsOf(body)]);
}

async function parseBody(
  { body, isExact, isBodyOptional }: Endpoint,
  request: Incoming,
  limits: BodyLimits,
): Promise<Parsed<unknown>> {
  if (body === null) return { ok: true, value: undefined };
  if (isBytes(body)) return await readBody(request, limits.artifactBytes);
  if (isBodyOptional && hasNoBody(request)) return parseInput(body, {}, 'body');
  const json = await readJsonBody(request, limits.bodyBytes, isExact ? parseExactJson : undefined);
  return json.ok ? parseInput(body, json.value, 'body') : json;
}

/** @source RFC 9112 §6.3: a request without either header has no content */
function hasNoBody({ body, headers }: Incoming): boolean {
  return body === null || headers.get('content-length') === '0';
}

function parsePath({ params }: Endpoint, values: Readonly<Record<string, string>>): Parsed<Record<string, unknown>> {
  const decoded = Object.entries(values).map(([name, value]) => [name, decode(value)] as const);
  const broken = decoded.filter(([, value]) => value === null);
  if (broken.length === 0) return parseInput(params, Object.fromEntries(decoded), 'path');
  const items = broken.map(([name]) => ({
    loc: ['path', name],
    msg: 'Input should be valid percent-encoded UTF-8',
    type: 'string_unicode',
  }));
  return refuse(422, items);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function itemsOf(parsed: Parsed<unknown>): readonly ValidationErrorItem[] {
  // A refusal with 422 carries items, and no other gets here.
  return parsed.ok ? [] : (parsed.refusal.detail as readonly ValidationErrorItem[]);
}
