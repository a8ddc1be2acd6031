import type { Client } from '../../client/create-client.ts';
import { parseExactNumbers } from '../../contract/validation/exact-json.ts';
import type { Method } from '../../contract/endpoint/endpoint.ts';
import { indentJson } from '../../foundation/json/indent-json.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import { parseJsonSource } from '../files/read-json-source.ts';
import { readTextSource, type TextSource } from '../files/read-text-source.ts';

export interface CallApiOptions extends Omit<TextSource, 'source'> {
  readonly client: Client;
  readonly method: string;
  /** Path below the base URL, with or without a leading slash; it may have a query. */
  readonly path: string;
  /** JSON, `@FILE`, or `-` for standard input; `null`: no body. */
  readonly body: string | null;
}

export type ApiAnswer =
  | {
      readonly kind: 'text';
      /** The body. JSON is indented, and keeps its numbers and strings as they were received. */
      readonly text: string;
      /** The parsed body, in which a number that a double cannot hold is its text; the text of a body that is not JSON. */
      readonly json: unknown;
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Sends one raw request to the service, with the body as it was written.
 *
 * @throws {WF_USAGE} for an unknown HTTP method, or a path that leaves the service
 * @throws {WF_INVALID_INPUT} for a body that is not JSON
 */
export async function callApi(options: CallApiOptions): Promise<ApiAnswer> {
  const method = parseMethod(options.method);
  const path = parsePath(options.path);
  const body = await readBody(options);
  const { bytes, headers } = await options.client.request({ method, path, ...(body === undefined ? {} : { body }) });
  return toAnswer(bytes, headers['content-type'] ?? '');
}

function parseMethod(word: string): Method {
  const method = METHODS.find((known) => known === word.toUpperCase());
  if (method !== undefined) return method;
  throw usageError(`Unknown method ${JSON.stringify(word)}. Use one of: ${METHODS.join(', ')}.`, [
    'wf api GET /health',
  ]);
}

const FULL_URL = /^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i;
/** A segment `.` or `..`, as URLs may spell it. @source WHATWG URL, double-dot path segment */
const DOT_SEGMENT = /^[^?#]*?(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/** Rejects what leads out of the base URL, so that the key is sent nowhere else. */
function parsePath(path: string): string {
  const fault = faultOf(path);
  if (fault === null) return path.startsWith('/') ? path : `/${path}`;
  throw usageError(`${path} ${fault}: write a path below the base URL.`, [
    'wf api GET /health',
    'wf api GET /health --base-url URL',
  ]);
}

function faultOf(path: string): string | null {
  if (FULL_URL.test(path)) return 'is a full URL';
  if (DOT_SEGMENT.test(path)) return 'has a segment "." or ".."';
  // URLs drop them, so that `/.\t./` would be a segment `..`.
  return /[\t\r\n]/.test(path) ? 'has a tab or a line break' : null;
}

/** Reads the body and checks that it is JSON, but keeps its text: parsing would round numbers and drop repeated keys. */
async function readBody({ body, cwd, stdin }: CallApiOptions): Promise<string | undefined> {
  if (body === null) return undefined;
  const isTyped = body !== '-' && !body.startsWith('@');
  const source = body === '-' ? '-' : body.slice(1);
  const text = isTyped ? body : await readTextSource({ source, cwd, stdin });
  parseJsonSource(isTyped ? '--body' : source, text);
  return text;
}

function toAnswer(bytes: Uint8Array, contentType: string): ApiAnswer {
  const text = decode(bytes);
  if (text === null) return { kind: 'bytes', bytes };
  const plain = { kind: 'text', text, json: text } as const;
  if (!/\bjson\b/i.test(contentType)) return plain;
  try {
    const json = parseExactNumbers(text);
    return { kind: 'text', text: indentJson(text), json };
  } catch {
    // The header may say JSON where the body is something else: show it as it is.
    return plain;
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
