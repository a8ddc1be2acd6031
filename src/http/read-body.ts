import { CALL_BODY, formatAmount } from '../foundation/sizes.ts';
import { type Incoming, type Parsed, type Refusal, refuse } from './exchange.ts';
import { findExcess, MAX_DEPTH } from '../foundation/json/check-json.ts';

export const DEFAULT_BODY_LIMIT = CALL_BODY.most;

/** The parts of a request or response that are read here. */
type Body = Pick<Incoming, 'headers' | 'body' | 'arrayBuffer'>;

/**
 * Reads a body as bytes and stops as soon as it exceeds the limit.
 *
 * @param limit - in bytes
 * @param take - counts bytes before they are read
 */
export async function readBody(
  request: Body,
  limit: number = DEFAULT_BODY_LIMIT,
  take: TakeBytes = () => null,
): Promise<Parsed<Uint8Array>> {
  // What `fetch` unpacks is longer than declared.
  const isPacked = request.headers.get('content-encoding') !== null;
  const declared = isPacked ? Number.NaN : Number(request.headers.get('content-length') ?? Number.NaN);
  if (Number.isNaN(declared)) return await readUndeclared(request, limit, take);
  if (declared > limit) return tooLarge(limit);
  const refusal = take(declared);
  if (refusal !== null) return { ok: false, refusal };
  if (declared > LONG) return await readLong(request, declared, limit);
  // The HTTP parser enforces the length, so reading the whole body at once is safe, and faster than its stream.
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? tooLarge(limit) : { ok: true, value: bytes };
}

/** Counts bytes. @returns why they are not read; `null`: they are */
export type TakeBytes = (bytes: number) => Refusal | null;

/** Reads a body of a caller, who may leave before its end. */
export async function receiveBody(request: Body, limit: number, take: TakeBytes): Promise<Parsed<Uint8Array>> {
  try {
    return await readBody(request, limit, take);
  } catch {
    // Nobody reads this answer, but the log does: no failure of the service.
    return refuse(400, 'The connection ended before the whole body had arrived.');
  }
}

/** Joining the parts of a longer body at its end would hold up other requests: each is copied when it arrives. */
const LONG = 4 * 1024 * 1024;

async function readLong(request: Body, declared: number, limit: number): Promise<Parsed<Uint8Array>> {
  const bytes = new Uint8Array(declared);
  let size = 0;
  for await (const chunk of request.body ?? []) {
    if (size + chunk.length > declared) return tooLarge(limit);
    bytes.set(chunk, size);
    size += chunk.length;
  }
  return { ok: true, value: bytes.subarray(0, size) };
}

async function readUndeclared(request: Body, limit: number, take: TakeBytes): Promise<Parsed<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) return tooLarge(limit);
    const refusal = take(chunk.length);
    if (refusal !== null) return { ok: false, refusal };
    chunks.push(chunk);
  }
  return { ok: true, value: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : concatenate(chunks, size) };
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function tooLarge(limit: number) {
  return refuse(413, `The body is larger than the limit of ${formatAmount(limit, 'bytes')}.`);
}

/** Returns whether a body with these headers is a form. @source RFC 7578; WHATWG URL, application/x-www-form-urlencoded */
export function isForm(headers: Incoming['headers']): boolean {
  const type = headers.get('content-type');
  return type !== null && /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
}

/** Reads a form: each field as text. A file's name becomes `testset_name`, unless the form has one. */
export async function readForm(
  bytes: Uint8Array,
  headers: Incoming['headers'],
): Promise<Parsed<Record<string, string>>> {
  const type = { 'content-type': headers.get('content-type') ?? '' };
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: type }).formData();
    return { ok: true, value: await toFields(form) };
  } catch {
    return refuse(422, [{ loc: ['body'], msg: 'Input should be a form in UTF-8', type: 'form_invalid' }]);
  }
}

async function toFields(form: FormData): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string') fields['testset_name'] ??= value.name;
    fields[name] = typeof value === 'string' ? value : decode(await value.arrayBuffer());
  }
  return fields;
}

function decode(bytes: ArrayBuffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

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
