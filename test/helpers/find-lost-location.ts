import * as z from 'zod';
import { type Endpoint, isBytes } from '../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { createEndpointMatcher } from '../../src/service/request/find-endpoint.ts';
import type { ValidationErrorItem } from '../../src/contract/validation/validation-error.ts';

type Location = ValidationErrorItem['loc'];

export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Finds an item of a 422 that is about something that neither the request nor its schema has; `undefined`: none. */
export function findLostLocation(request: AskedRequest, items: readonly ValidationErrorItem[]): Location | undefined {
  const endpoint = endpointOf(request);
  // Of what is no endpoint, as a deployed route, nothing is known here.
  if (endpoint === null) return undefined;
  const { params, query, body } = endpoint;
  const names: Readonly<Record<string, readonly string[]>> = {
    path: Object.keys(params.shape),
    query: Object.keys(query.shape),
    header: Object.keys(request.headers),
  };
  const sent = isJson(body) ? toJson(request.body) : undefined;
  const isThere = ([part = '', ...path]: Location): boolean => {
    if (part === 'body') return body !== null && (sent === undefined || isBytes(body) || isInBody(body, sent, path));
    const [name, ...at] = path;
    // A query has a list as a parameter that is repeated.
    return names[part]?.includes(String(name)) === true && (part === 'query' || at.length === 0);
  };
  // The place of what is no JSON is one of its text.
  return items.find(({ loc, type }) => type !== 'json_invalid' && !isThere(loc))?.loc;
}

const matchEndpoint = createEndpointMatcher();

function endpointOf({ method, path }: AskedRequest): Endpoint | null {
  const { pathname } = new URL(path, 'http://wf.test');
  const match = matchEndpoint(method, pathname.replace(/^\/api(?=\/)/, ''));
  return match.kind === 'found' ? ENDPOINTS[match.name] : null;
}

function isJson(body: Endpoint['body']): boolean {
  return body !== null && !isBytes(body);
}

/** Reads a body; `undefined`: it is not JSON, or a form. */
function toJson(body: unknown): unknown {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return body;
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function isInBody(schema: z.core.$ZodType | null, value: unknown, [key, ...rest]: Location): boolean {
  if (key === undefined) return true;
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, key))
    return isInBody(fieldOf(schema, key), (value as Record<string | number, unknown>)[key], rest);
  // A field that is missing, which the schema has.
  return rest.length === 0 && typeof value === 'object' && fieldOf(schema, key) !== null;
}

const ANYTHING = z.unknown();

/** Returns the schema of a field; `null`: there is none of this name. */
function fieldOf(schema: z.core.$ZodType | null, key: string | number): z.core.$ZodType | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldOf(schema.unwrap(), key);
  if (schema instanceof z.ZodObject) return (schema.shape as z.core.$ZodShape)[key] ?? null;
  if (schema instanceof z.ZodArray) return typeof key === 'number' ? schema.element : null;
  return schema === null ? null : ANYTHING;
}
