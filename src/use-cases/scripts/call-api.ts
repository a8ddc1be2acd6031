import type { Client } from '../../client/create-client.ts';
import type { Method } from '../../contract/endpoint/endpoint.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import { parseJsonSource } from '../files/read-json-source.ts';
import { readTextSource, type TextSource } from '../files/read-text-source.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

export interface CallApiOptions extends Omit<TextSource, 'source'> {
  readonly client: Client;
  readonly method: string;
  /** Path below the base URL, with or without a leading slash; it may have a query. */
  readonly path: string;
  /** JSON, `@FILE`, or `-` for standard input; `null`: no body. */
  readonly body: string | null;
}

export type ApiAnswer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Sends one raw request to the service.
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

/** Rejects a full URL, so that the key is not sent to another host. */
function parsePath(path: string): string {
  if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return path.startsWith('/') ? path : `/${path}`;
  throw usageError(`${path} is a full URL: write a path below the base URL.`, [
    'wf api GET /health',
    'wf api GET /health --base-url URL',
  ]);
}

async function readBody({ body, cwd, stdin }: CallApiOptions): Promise<unknown> {
  if (body === null) return undefined;
  if (body !== '-' && !body.startsWith('@')) return parseJsonSource('--body', body);
  const source = body === '-' ? '-' : body.slice(1);
  return parseJsonSource(source, await readTextSource({ source, cwd, stdin }));
}

function toAnswer(bytes: Uint8Array, contentType: string): ApiAnswer {
  const text = decode(bytes);
  if (text === null) return { kind: 'bytes', bytes };
  if (!/\bjson\b/i.test(contentType)) return { kind: 'text', text };
  const value = parseJson(text);
  // The header may say JSON where the body is something else: show it as it is.
  return value === undefined ? { kind: 'text', text } : { kind: 'json', value };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
