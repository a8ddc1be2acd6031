import { MAX_DEPTH } from './check-json.ts';
import { endOfString, everyStep, JsonCursor, skipSpace, TOKEN } from './json-cursor.ts';

/** A member of the outermost object of a JSON text. */
export interface JsonMember {
  readonly key: string;
  /** Where its value begins. */
  readonly start: number;
}

/** No record has more fields. */
export const MAX_MEMBERS = 1000;

/**
 * Lists the first members of the outermost object, without parsing their values; a malformed text ends the list.
 *
 * @yields `null` at moments at which others may run
 */
export function* listMembers(text: string): Generator<JsonMember | null> {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return;
  for (let count = 0; count < MAX_MEMBERS; count += 1) {
    const open = skipSpace(text, at + 1);
    if (text[open] !== '"') return;
    const close = endOfString(text, open);
    const colon = skipSpace(text, close);
    if (text[colon] !== ':') return;
    const start = skipSpace(text, colon + 1);
    const key = toKey(text.slice(open, close));
    if (key !== null) yield { key, start };
    at = skipSpace(text, yield* skipInSteps(text, start));
    if (text[at] !== ',') return;
  }
}

function toKey(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    // Not a JSON string.
    return null;
  }
}

/**
 * Finds the end of a JSON value by its brackets and quotes, much faster than parsing it. A malformed text has a wrong end
 * or none, and one that is nested too deep has none: the value between is parsed later.
 *
 * @returns the index after the value, or the end of the text
 */
export function skipValue(text: string, at: number): number {
  const steps = skipInSteps(text, at);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** What ends a number or a word. */
const AFTER_SCALAR = /[,\]}\s]/g;

/** Characters between two moments at which others may run: about five milliseconds. */
const STEP = 1024 * 1024;

/**
 * As `skipValue`, in steps.
 *
 * @yields at moments at which others may run
 */
export function* skipInSteps(text: string, at: number): Generator<null, number> {
  const first = text[at];
  if (first === '"') return endOfString(text, at);
  if (first !== '[' && first !== '{') {
    AFTER_SCALAR.lastIndex = at;
    return AFTER_SCALAR.exec(text)?.index ?? text.length;
  }
  const cursor = new JsonCursor(text, at);
  const isDue = everyStep(STEP, at);
  while (cursor.next() !== TOKEN.end && cursor.depth <= MAX_DEPTH) {
    if (cursor.depth === 0) return cursor.at;
    if (isDue(cursor.at)) yield null;
  }
  return text.length;
}
