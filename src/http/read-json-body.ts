import type { Incoming } from './incoming.ts';
import { DEEPEST, isTooDeep } from './is-too-deep.ts';
import { readBody } from './read-body.ts';
import { type Parsed, refuse } from './refusal.ts';

/**
 * Reads a request's body as JSON: strict UTF-8, at most `limit` bytes.
 *
 * @param limit - in bytes; 10 MiB unless given
 * @param parse - throws a SyntaxError, perhaps with a `position`, for what it refuses
 * @returns the value, or a refusal: 413 over the limit, else 422 in the shape of seed §2.8
 */
export async function readJsonBody(
  request: Incoming,
  limit?: number,
  parse: ParseJson = JSON.parse,
): Promise<Parsed<unknown>> {
  const body = await readBody(request, limit);
  if (!body.ok) return body;
  const text = decodeUtf8(body.value);
  return text === null ? invalidJson('the body is not valid UTF-8', []) : readJsonText(text, parse);
}

type ParseJson = (text: string) => unknown;

/** Reads the text of a body as JSON. @returns the value, or a 422 */
export function readJsonText(text: string, parse: ParseJson = JSON.parse): Parsed<unknown> {
  if (text.trim() === '') return refuse(422, [{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  if (!isTooDeep(text)) return parseJson(text, parse);
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

function parseJson(text: string, parse: ParseJson): Parsed<unknown> {
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    const { message, position: known } = error as SyntaxError & { readonly position?: number }; // parsers throw no other error
    if (known !== undefined) return refusedAt(message, known, text);
    const position = /at position (\d+)/.exec(message)?.[1];
    return invalidJson(message, position === undefined ? [] : [Number(position)]);
  }
}

function invalidJson(reason: string, position: readonly number[]) {
  return refuse(422, [{ loc: ['body', ...position], msg: `JSON decode error: ${reason}`, type: 'json_invalid' }]);
}

function refusedAt(message: string, position: number, text: string) {
  const before = text.slice(0, position);
  const [line, column] = [before.split('\n').length, position - before.lastIndexOf('\n')];
  return invalidJson(`${message}: line ${line} column ${column} (char ${position})`, [position]);
}
