import { JsonCursor, TOKEN } from '../../foundation/json/json-cursor.ts';

/** An object has the same key twice, so that readers would disagree about its value. @source RFC 8259 §4 */
export class DuplicateKeyError extends SyntaxError {
  readonly key: string;
  /** Index of the second key in the text. */
  readonly position: number;

  constructor(key: string, position: number) {
    super(`The key ${JSON.stringify(key)} occurs twice in one object`);
    this.key = key;
    this.position = position;
  }
}

/**
 * Parses JSON without losing anything: a number that a double cannot hold stays the text that was written, and an object
 * with the same key twice is refused.
 *
 * @throws {SyntaxError} when it is not JSON
 * @throws {DuplicateKeyError} for the second of two equal keys
 */
export function parseExactJson(text: string): unknown {
  const value = parseExactNumbers(text);
  if (countMembers(text) !== countKeys(value)) throw findDuplicate(text);
  return value;
}

/** Parses JSON like `parseExactJson`; of equal keys, the last one counts. @throws {SyntaxError} when it is not JSON */
export function parseExactNumbers(text: string): unknown {
  return JSON.parse(MAY_BE_INEXACT.test(text) ? quoteInexact(text) : text);
}

/**
 * Writes the numbers in a JSON text that a double cannot hold as strings. A reviver, which sees them too, overflows the stack
 * with deep values.
 */
function quoteInexact(text: string): string {
  const cursor = new JsonCursor(text);
  const parts: string[] = [];
  let [copied, end] = [0, 0];
  for (let token: number = TOKEN.none; token !== TOKEN.end;) {
    token = cursor.next();
    if (token === TOKEN.none) continue;
    const number = text.slice(end, cursor.start).replaceAll(BLANKS, '');
    // A key without quotes stays wrong.
    if (token !== TOKEN.colon && isLong(number) && JSON_NUMBER.test(number) && !isHeld(number, Number(number))) {
      parts.push(text.slice(copied, end), JSON.stringify(number));
      copied = cursor.start;
    }
    end = cursor.at;
  }
  return parts.length === 0 ? text : [...parts, text.slice(copied)].join('');
}

/** White space of JSON at an end. @source RFC 8259 §2 */
const BLANKS = /^[ \t\n\r]+|[ \t\n\r]+$/g;

function isLong(number: string): boolean {
  return number.length > 4 && MAY_BE_INEXACT.test(number);
}

/** Answers whether a text is a JSON number that a double cannot hold. */
export function isInexactNumber(text: string): boolean {
  return JSON_NUMBER.test(text) && !isExactDouble(text);
}

/** Answers whether a double has every digit of a decimal number. */
export function isExactDouble(decimal: string): boolean {
  return isHeld(decimal, Number(decimal));
}

/**
 * Answers whether two texts are JSON numbers that a double cannot hold, and the same number: `9007199254740993` and
 * `9007199254740993.0`.
 */
export function isSameInexactNumber(one: string, other: string): boolean {
  return isInexactNumber(one) && isInexactNumber(other) && normalForm(one) === normalForm(other);
}

/** Sign, digits and the power of ten of the last digit. */
function normalForm(number: string): string {
  const [mantissa = '', power = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`;
  const zeros = digits.length - digits.replace(/0+$/, '').length;
  const exponent = BigInt(power) - BigInt(fraction.length - zeros);
  return `${number.startsWith('-') ? '-' : ''}${significantDigits(number)}e${exponent}`;
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?$/i;
/** A double holds up to 15 digits with an exponent of up to two. Most texts have no other numbers. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][-+]?\d{3}/;

/**
 * Answers whether a double has every digit that was written. Other programs write a fraction with 17 digits, of which the
 * last ones say no more than the shortest form.
 */
function isHeld(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const digits = significantDigits(source);
  if (digits === significantDigits(String(value))) return true;
  return /[.e]/i.test(source) && digits === significantDigits(value.toPrecision(17));
}

function significantDigits(number: string): string {
  const [mantissa = ''] = number.toLowerCase().split('e');
  return mantissa.replaceAll(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

/** Counts the keys of all objects in a JSON text. */
function countMembers(text: string): number {
  const cursor = new JsonCursor(text);
  let count = 0;
  for (let token = cursor.next(); token !== TOKEN.end; token = cursor.next()) if (token === TOKEN.colon) count += 1;
  return count;
}

function countKeys(value: unknown): number {
  let count = 0;
  // A list instead of recursion: values can be nested more deeply than the stack allows.
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const parts: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += parts.length;
    for (const part of parts) if (typeof part === 'object') waiting.push(part);
  }
  return count;
}

function findDuplicate(text: string): DuplicateKeyError {
  const cursor = new JsonCursor(text);
  const open: Set<string>[] = [];
  let [start, end] = [0, 0];
  for (let token = cursor.next(); token !== TOKEN.end; token = cursor.next()) {
    if (token === TOKEN.openObject) open.push(new Set());
    if (token === TOKEN.closeObject) open.pop();
    if (token === TOKEN.string) [start, end] = [cursor.start, cursor.at];
    if (token !== TOKEN.colon) continue;
    // The text is JSON, so a string is before the colon.
    const key = JSON.parse(text.slice(start, end)) as string;
    if (open.at(-1)?.has(key) === true) return new DuplicateKeyError(key, start);
    open.at(-1)?.add(key);
  }
  throw new Error('Every key of the text occurs once.');
}
