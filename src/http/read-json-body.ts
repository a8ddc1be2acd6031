import type { Incoming } from './incoming.ts';
import { DEEPEST, isTooDeep } from './is-too-deep.ts';
import { readBody } from './read-body.ts';
import { type Parsed, refuse } from './refusal.ts';

/**
 * Reads a request's body as JSON: strict UTF-8, at most `limit` bytes.
 *
 * @param limit - in bytes; 10 MiB unless given
 * @returns the value, or a refusal: 413 over the limit, else 422 in the shape of seed §2.8
 */
export async function readJsonBody(request: Incoming, limit?: number): Promise<Parsed<unknown>> {
  const body = await readBody(request, limit);
  if (!body.ok) return body;
  const text = decodeUtf8(body.value);
  return text === null ? invalidJson('the body is not valid UTF-8', []) : readJsonText(text);
}

/** Reads the text of a body as JSON. @returns the value, or a 422 */
export function readJsonText(text: string): Parsed<unknown> {
  if (text.trim() === '') return refuse(422, [{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  if (!isTooDeep(text)) return parseJson(text);
  const msg = `Input should be nested at most ${DEEPEST} deep`;
  return refuse(422, [{ loc: ['body'], msg, type: 'json_invalid' }]);
}

/** Shared, because without `stream` a decoder has no state, and creating one costs more than decoding most bodies. */
const DECODER = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return DECODER.decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(text: string): Parsed<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const message = (error as SyntaxError).message; // JSON.parse throws no other error
    const position = /at position (\d+)/.exec(message)?.[1];
    return invalidJson(message, position === undefined ? [] : [Number(position)]);
  }
}

function invalidJson(reason: string, position: readonly number[]) {
  return refuse(422, [{ loc: ['body', ...position], msg: `JSON decode error: ${reason}`, type: 'json_invalid' }]);
}
