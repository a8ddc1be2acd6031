import { BODY_REST, BODY_ROWS, BODY_VALUES, formatSize } from '../../foundation/sizes.ts';
import * as z from 'zod';
import { BugError } from '../../foundation/errors/wf-error.ts';
import { type Endpoint, isBytes } from '../../contract/endpoint/endpoint.ts';
import { type Incoming, type Parsed, refuse } from '../../http/exchange.ts';
import { parseInput } from '../../http/to-refusal.ts';
import {
  decodeUtf8,
  isForm,
  type ParseJson,
  readForm,
  readJsonText,
  receiveBody,
  refuseUtf8,
  type TakeBytes,
} from '../../http/read-body.ts';
import type { Slices } from '../../http/create-slices.ts';
import { parseExactJson } from '../../contract/validation/exact-json.ts';
import { checkIdempotencyKey } from './check-idempotency-key.ts';
import { parseRows } from './parse-rows.ts';
import { refuseLostKeys } from './refuse-lost-keys.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';

export interface BodyLimits {
  /** Largest body of any endpoint but a bundle's, in bytes; most endpoints accept less. */
  readonly bodyBytes: number;
  readonly artifactBytes: number;
}

export interface ParsedRequest {
  /** Path and query parameters side by side, and `body` where the endpoint has one. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array | null;
}

interface ParseOptions {
  readonly limits: BodyLimits;
  readonly slices: Slices;
  /** Counts the body's bytes. */
  readonly take: TakeBytes;
}

/** Checks all parts of a request, so that one answer names every violation. */
export async function parseRequest(
  endpoint: Endpoint,
  request: Incoming,
  url: URL,
  pathParams: Readonly<Record<string, string>>,
  { limits, slices, take }: ParseOptions,
): Promise<Parsed<ParsedRequest>> {
  const bytes = endpoint.body === null ? NO_BODY : await receiveBody(request, limitOf(endpoint, limits), take);
  if (!bytes.ok) return bytes;
  const body = await parseBody(endpoint, request, bytes.value ?? new Uint8Array(), slices);
  if (!body.ok && body.refusal.status !== 422) return body;
  const path = parsePath(endpoint, pathParams);
  const query = parseQuery(endpoint, url);
  const key = checkIdempotencyKey(request);
  if (path.ok && query.ok && key.ok && body.ok) {
    const input = { ...path.value, ...query.value, ...(endpoint.body === null ? {} : { body: body.value }) };
    return { ok: true, value: { input, body: bytes.value } };
  }
  return refuse(422, [...itemsOf(path), ...itemsOf(query), ...itemsOf(key), ...itemsOf(body)]);
}

/** Shorter bodies are parsed at once. */
const LONG = 32_768;
const TOO_LONG = {
  loc: ['body'],
  msg: `Input should be at most ${formatSize(BODY_REST)}, without its rows`,
  type: 'too_long',
};

const NO_BODY: Parsed<null> = { ok: true, value: null };

function limitOf({ body, maxBytes }: Endpoint, limits: BodyLimits): number {
  return Math.min(maxBytes, isBytes(body) ? limits.artifactBytes : limits.bodyBytes);
}

async function parseBody(
  endpoint: Endpoint,
  { headers }: Incoming,
  bytes: Uint8Array,
  slices: Slices,
): Promise<Parsed<unknown>> {
  const { body, rows: field } = endpoint;
  if (body === null) return { ok: true, value: undefined };
  if (isBytes(body)) return { ok: true, value: bytes };
  if (endpoint.isBodyOptional && bytes.length === 0) return parseInput(body, {}, 'body');
  if (endpoint.isForm && isForm(headers)) return await parseForm(body, bytes, headers);
  const isLong = bytes.length > LONG;
  if (isLong) await slices.pause();
  const text = decodeUtf8(bytes);
  if (text === null) return refuseUtf8();
  const parse = endpoint.isExact ? parseExactJson : JSON.parse;
  if (!isLong || field === null) return parseWhole(text, body, parse);
  const schema = rowSchema(body, field);
  const split = await parseRows(text, {
    field,
    schema,
    parse,
    maxValues: BODY_VALUES.most,
    maxRows: BODY_ROWS.most,
    slices,
  });
  if (!split.ok) return split;
  if (split.value.rest.length > BODY_REST.most) return refuse(422, [TOO_LONG]);
  const rest = parseWhole(split.value.rest, body, parse);
  if (!rest.ok || split.value.rows === null) return rest;
  // The schema has checked that the rest is an object.
  return { ok: true, value: { ...(rest.value as object), [field]: split.value.rows } };
}

async function parseForm(body: z.ZodType, bytes: Uint8Array, headers: Incoming['headers']): Promise<Parsed<unknown>> {
  const form = await readForm(bytes, headers);
  return form.ok ? parseInput(body, form.value, 'body') : form;
}

function parseWhole(text: string, schema: z.ZodType, parse: ParseJson): Parsed<unknown> {
  const json = readJsonText(text, parse, BODY_VALUES.most);
  return json.ok ? refuseLostKeys(text, json.value, parseInput(schema, json.value, 'body')) : json;
}

function rowSchema(body: z.ZodType, field: string): z.ZodType {
  const list = body instanceof z.ZodObject ? (body.shape as Record<string, z.ZodType>)[field] : undefined;
  if (!(list instanceof z.ZodArray)) throw new BugError(`The body has no list ${field}.`);
  // A list of zod's has a schema of zod's.
  return list.element as z.ZodType;
}

function parseQuery(endpoint: Endpoint, url: URL): Parsed<Record<string, unknown>> {
  const values = readQuery(endpoint, url);
  const broken = Object.entries(values).filter(([, value]) => [value].flat().some(hasNul));
  return broken.length === 0 ? parseInput(endpoint.query, values, 'query') : refuseNul('query', broken);
}

/** Reads the last value of each parameter, and all values of one that is a list. */
function readQuery({ query }: Endpoint, { searchParams }: URL): Record<string, unknown> {
  const lists = [...new Set(searchParams.keys())].filter((name) => isList(query.shape[name]));
  return {
    ...Object.fromEntries(searchParams),
    ...Object.fromEntries(lists.map((name) => [name, searchParams.getAll(name)])),
  };
}

function isList(schema: unknown): boolean {
  return schema instanceof z.ZodArray || (schema instanceof z.ZodOptional && isList(schema.unwrap()));
}

function parsePath({ params }: Endpoint, values: Readonly<Record<string, string>>): Parsed<Record<string, unknown>> {
  const decoded = Object.entries(values).map(([name, value]) => [name, decode(value)] as const);
  const broken = decoded.filter(([, value]) => value === null);
  const unstorable = decoded.filter(([, value]) => hasNul(value));
  if (unstorable.length > 0) return refuseNul('path', unstorable);
  if (broken.length === 0) return parseInput(params, Object.fromEntries(decoded), 'path');
  const problem = { msg: 'Input should be valid percent-encoded UTF-8', type: 'string_unicode' };
  return refuse(
    422,
    broken.map(([name]) => ({ loc: ['path', name], ...problem })),
  );
}

/** PostgreSQL knows no such text, and refuses to look for it. */
function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0');
}

function refuseNul(part: 'path' | 'query', values: readonly (readonly [string, unknown])[]) {
  const problem = { msg: 'A text contains the character U+0000', type: 'string_unicode' };
  return refuse(
    422,
    values.map(([name]) => ({ loc: [part, name], ...problem })),
  );
}

/** Decodes a part of a path; `null` when its percent signs are wrong. */
export function decode(text: string): string | null {
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
