import { MAX_DEPTH } from './skip-json.ts';

/** Characters between two moments at which others may run. */
const STEP = 64 * 1024;

/** @source RFC 8259 §3, §6 */
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** A part of a text: plain characters, or one that is escaped. @source RFC 8259 §7 */
const TEXT_PART = /[^"\\\u0000-\u001f]{1,4096}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y; // oxlint-disable-line no-control-regex

/** Between two parts. More, which nobody writes, counts as no JSON. @source RFC 8259 §2 */
const SPACE = /[ \t\n\r]{0,65536}/y;

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

export interface JsonLimits {
  /** Most lists and objects in each other. */
  readonly maxDepth?: number;
  /** Most values in lists and objects. */
  readonly maxValues?: number;
}

/** Where the check stands: `at` is -1 once the text is not JSON. */
interface Place {
  at: number;
  pause: number;
}

/**
 * Finds out whether a text is JSON and within limits, in steps. Parsing it is faster, but in one piece.
 *
 * @yields at moments at which others may run
 */
export function* checkJson(
  text: string,
  { maxDepth = MAX_DEPTH, maxValues = Number.POSITIVE_INFINITY }: JsonLimits = {},
): Generator<null, boolean> {
  const place: Place = { at: skipSpace(text, 0), pause: STEP };
  let values = 0;
  /** The brackets that are open, by what closes them. */
  const open: string[] = [];
  while (place.at !== -1) {
    if (isPause(place)) yield null;
    const closing = CLOSING[text[place.at] ?? ''];
    if (closing !== undefined) {
      place.at = skipSpace(text, place.at + 1);
      open.push(closing);
      if (open.length > maxDepth) return false;
      if (text[place.at] !== closing) {
        if (closing === '}') yield* skipKey(text, place);
        continue;
      }
    } else {
      yield* skipLeaf(text, place);
      if (place.at === -1) return false;
    }
    place.at = skipSpace(text, place.at);
    while (open.length > 0 && text[place.at] === open.at(-1)) {
      open.pop();
      place.at = skipSpace(text, place.at + 1);
      if (isPause(place)) yield null;
    }
    if (open.length === 0) return place.at === text.length;
    values += 1;
    if (text[place.at] !== ',' || values >= maxValues) return false;
    place.at = skipSpace(text, place.at + 1);
    if (open.at(-1) === '}') yield* skipKey(text, place);
  }
  return false;
}

function isPause(place: Place): boolean {
  if (place.at < place.pause) return false;
  place.pause = place.at + STEP;
  return true;
}

// Moves to where the value of a member begins.
function* skipKey(text: string, place: Place): Generator<null> {
  if (text[place.at] !== '"') return void (place.at = -1);
  yield* skipText(text, place);
  if (place.at === -1) return;
  const colon = skipSpace(text, place.at);
  place.at = text[colon] === ':' ? skipSpace(text, colon + 1) : -1;
}

// Moves behind a text, a number or a word.
function* skipLeaf(text: string, place: Place): Generator<null> {
  if (text[place.at] === '"') return yield* skipText(text, place);
  SCALAR.lastIndex = place.at;
  place.at = SCALAR.test(text) ? SCALAR.lastIndex : -1;
}

function* skipText(text: string, place: Place): Generator<null> {
  place.at += 1;
  while (text[place.at] !== '"') {
    TEXT_PART.lastIndex = place.at;
    if (!TEXT_PART.test(text)) return void (place.at = -1);
    place.at = TEXT_PART.lastIndex;
    if (isPause(place)) yield null;
  }
  place.at += 1;
}

/** @returns the index after white space */
function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}
