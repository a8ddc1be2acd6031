import { JSON_DEPTH } from '../sizes.ts';
import { everyStep, JsonCursor, skipSpace, TOKEN } from './json-cursor.ts';

/** Deeper than any record, and shallow enough for whatever walks it. */
export const MAX_DEPTH = JSON_DEPTH.most;

export interface JsonLimits {
  /** Most lists and objects in each other. @defaultValue {@link MAX_DEPTH} */
  readonly maxDepth?: number;
  /** Most values in lists and objects. @defaultValue unlimited */
  readonly maxValues?: number;
}

/** Why a text cannot be parsed. */
export interface JsonProblem {
  readonly kind: 'syntax' | 'depth' | 'values';
  /** Index of the first character that cannot belong to any JSON text, or exceeds a limit. */
  readonly at: number;
}

/**
 * Finds out whether a value in a JSON text exceeds limits. Parsing five million brackets or a million keys takes seconds,
 * and counting them milliseconds.
 *
 * @param start - where the value begins
 */
export function findExcess(text: string, limits: JsonLimits, start = 0): JsonExcess | null {
  const steps = findExcessInSteps(text, limits, start);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** What a JSON text has too much of. */
export type JsonExcess = 'depth' | 'values';

/**
 * As `findExcess`, in steps.
 *
 * @yields at moments at which others may run
 */
export function* findExcessInSteps(text: string, limits: JsonLimits, start = 0): Generator<null, JsonExcess | null> {
  // Each level takes a character.
  if (text.length - start <= (limits.maxDepth ?? MAX_DEPTH)) return null;
  const cursor = new JsonCursor(text, start);
  const isDue = everyStep(STEP, start);
  for (let token = cursor.next(); token !== TOKEN.end; token = cursor.next()) {
    const excess = excessAt(cursor, limits);
    if (excess !== null) return excess;
    if (cursor.depth <= 0 && token !== TOKEN.none) return null;
    if (isDue(cursor.at)) yield null;
  }
  return null;
}

function excessAt(
  { depth, values }: JsonCursor,
  { maxDepth = MAX_DEPTH, maxValues = Number.POSITIVE_INFINITY }: JsonLimits,
): JsonExcess | null {
  if (depth > maxDepth) return 'depth';
  return values > maxValues ? 'values' : null;
}

/** Finds where a text that is not JSON stops being JSON; lines and columns count from 1. */
export function locateJsonError(text: string): { readonly line: number; readonly column: number } {
  const steps = checkJson(text, { maxDepth: Number.POSITIVE_INFINITY });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const lines = text.slice(0, step.value?.at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Characters between two moments at which others may run. */
const STEP = 64 * 1024;

/**
 * Checks that a text is JSON and within limits, in steps. Parsing it is faster, but in one piece.
 *
 * @yields at moments at which others may run
 * @returns `null` for JSON
 */
export function* checkJson(text: string, limits: JsonLimits = {}): Generator<null, JsonProblem | null> {
  const cursor = new JsonCursor(text);
  const isDue = everyStep(STEP);
  /** For each open list or object, what closes it. */
  const open: number[] = [];
  let expected: Expected = 'value';
  for (;;) {
    const at = skipSpace(text, cursor.at);
    if (isDue(at)) yield null;
    cursor.at = at;
    if ((expected === 'value' || expected === 'first') && !STARTS_TOKEN.has(text[at] ?? '')) {
      const end = endOfScalar(text, at);
      if (!COMPLETE_SCALAR.test(text.slice(at, end))) return { kind: 'syntax', at: end };
      cursor.at = end;
      expected = 'end';
      continue;
    }
    const token = cursor.next();
    if (token === TOKEN.end && at === text.length) {
      return expected === 'end' && open.length === 0 ? null : { kind: 'syntax', at };
    }
    const next: Expected | null = cursor.start === at ? expect(token, expected, open) : null;
    if (next === null) return { kind: 'syntax', at };
    const excess = excessAt(cursor, limits);
    if (excess !== null) return { kind: excess, at };
    if (token === TOKEN.string) {
      const wrong = yield* findWrongCharacter(text, at + 1, isDue);
      if (wrong !== null) return { kind: 'syntax', at: wrong };
    }
    expected = next;
  }
}

/** What may come next: a value, also as the first of a list; a key, also as the first of an object; `:`; or `,` and ends. */
type Expected = 'value' | 'first' | 'key' | 'first key' | 'colon' | 'end';

/** @returns what may follow the token; `null`: the token is not expected */
function expect(token: number, expected: Expected, open: number[]): Expected | null {
  const isValue = expected === 'value' || expected === 'first';
  const isKey = expected === 'key' || expected === 'first key';
  switch (token) {
    case TOKEN.string:
      if (isKey) return 'colon';
      return isValue ? 'end' : null;
    case TOKEN.colon:
      return expected === 'colon' ? 'value' : null;
    case TOKEN.comma:
      if (expected !== 'end' || open.length === 0) return null;
      return open.at(-1) === TOKEN.closeList ? 'value' : 'key';
    case TOKEN.openList:
    case TOKEN.openObject:
      if (!isValue) return null;
      open.push(token === TOKEN.openList ? TOKEN.closeList : TOKEN.closeObject);
      return token === TOKEN.openList ? 'first' : 'first key';
    default:
      if (expected !== 'end' && expected !== 'first' && expected !== 'first key') return null;
      return open.pop() === token ? 'end' : null;
  }
}

const STARTS_TOKEN = new Set('"[]{},:');

/** A number or a word, or the beginning of one. @source RFC 8259 §3, §6 */
const SCALAR_BEGINNING =
  /t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y;
const COMPLETE_SCALAR = /^(?:true|false|null)$|\d$/;

function endOfScalar(text: string, at: number): number {
  SCALAR_BEGINNING.lastIndex = at;
  SCALAR_BEGINNING.test(text);
  return SCALAR_BEGINNING.lastIndex;
}

/** A part of a string: plain characters, or one that is escaped. @source RFC 8259 §7 */
const STRING_PART = /[^"\\\u0000-\u001f]{1,4096}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y; // oxlint-disable-line no-control-regex
const ESCAPE_BEGINNING = /\\(?:u[0-9a-fA-F]{0,3})?/y;

/**
 * @yields at moments at which others may run
 * @returns the index of the first character that cannot belong to the string, or the end of a text that ends in it
 */
function* findWrongCharacter(
  text: string,
  start: number,
  isDue: (at: number) => boolean,
): Generator<null, number | null> {
  let at = start;
  while (text[at] !== '"') {
    STRING_PART.lastIndex = at;
    if (!STRING_PART.test(text)) {
      ESCAPE_BEGINNING.lastIndex = at;
      return ESCAPE_BEGINNING.test(text) ? ESCAPE_BEGINNING.lastIndex : at;
    }
    at = STRING_PART.lastIndex;
    if (isDue(at)) yield null;
  }
  return null;
}
