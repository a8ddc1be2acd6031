import type { Incoming } from './incoming.ts';
import { findExcess, MAX_DEPTH } from '../foundation/json/check-json.ts';
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
  return text === null ? refuseUtf8() : readJsonText(text, parse);
}

export type ParseJson = (text: string) => unknown;

/**
 * Reads the text of a body as JSON.
 *
 * @param maxValues - most values in its lists and objects; unlimited unless given
 * @returns the value, or a 422
 */
export function readJsonText(text: string, parse: ParseJson = JSON.parse, maxValues?: number): Parsed<unknown> {
  if (text.trim() === '') return refuse(422, [{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  const excess = findExcess(text, maxValues === undefined ? {} : { maxValues });
  return excess === null ? parseJson(text, parse) : refuseExcess(excess, maxValues, ['body']);
}

/** Creates the refusal of a JSON text that is too large to be parsed. */
export function refuseExcess(
  excess: 'depth' | 'values',
  maxValues: number | undefined,
  loc: readonly (string | number)[],
) {
  const most = maxValues?.toLocaleString('en-US');
  const msg =
    excess === 'depth'
      ? `Input should be nested at most ${MAX_DEPTH} deep`
      : `Input should contain at most ${most} values`;
  return refuse(422, [{ loc: [...loc], msg, type: excess === 'depth' ? 'json_invalid' : 'too_long' }]);
}

/** Shared, because without `stream` a decoder has no state, and creating one costs more than decoding most bodies. */
const DECODER = new TextDecoder('utf-8', { fatal: true });

export function decodeUtf8(bytes: Uint8Array): string | null {
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
    return refuseSyntax(error, text);
  }
}

/**
 * Creates the refusal of a JSON text.
 *
 * @param error - what the parser of the text, or of a part of it, has thrown
 * @param offset - where the part begins
 */
export function refuseSyntax(error: unknown, text: string, offset = 0) {
  const { message, position: known } = error as SyntaxError & { readonly position?: number }; // parsers throw no other error
  if (known !== undefined) return refusedAt(message, known + offset, text);
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return invalidJson(message, []);
  const at = Number(position) + offset;
  return invalidJson(offset === 0 ? message : `${message.split(' at position ')[0]} at position ${at}`, [at]);
}

export function refuseUtf8() {
  return invalidJson('the body is not valid UTF-8', []);
}

function invalidJson(reason: string, position: readonly number[]) {
  return refuse(422, [{ loc: ['body', ...position], msg: `JSON decode error: ${reason}`, type: 'json_invalid' }]);
}

function refusedAt(message: string, position: number, text: string) {
  const before = text.slice(0, position);
  const [line, column] = [before.split('\n').length, position - before.lastIndexOf('\n')];
  return invalidJson(`${message}: line ${line} column ${column} (char ${position})`, [position]);
}
