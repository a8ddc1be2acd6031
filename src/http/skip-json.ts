/** Deeper than any record, and shallow enough for whatever walks it. */
export const MAX_DEPTH = 1000;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** What ends a number or a word. */
const AFTER_SCALAR = /[,\]}\s]/g;

/** @returns the index after white space */
export function skipSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text.charCodeAt(next))) next += 1;
  return next;
}

/** @source RFC 8259 §2 */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * @param open - index of the opening quote
 * @returns the index after the closing quote, or the end of the text if it has none
 */
export function skipString(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end + 1;
  }
  return text.length;
}

function isEscaped(text: string, index: number): boolean {
  let isOdd = false;
  for (let before = index - 1; text.charCodeAt(before) === BACKSLASH; before -= 1) isOdd = !isOdd;
  return isOdd;
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

/** Characters between two moments at which others may run: about five milliseconds. */
const STEP = 1024 * 1024;

function* skipInSteps(text: string, at: number): Generator<null, number> {
  const first = text[at];
  if (first === '"') return skipString(text, at);
  if (first !== '[' && first !== '{') {
    AFTER_SCALAR.lastIndex = at;
    return AFTER_SCALAR.exec(text)?.index ?? text.length;
  }
  let depth = 0;
  let pause = at + STEP;
  for (let i = at; i < text.length && depth <= MAX_DEPTH; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = skipString(text, i) - 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
    if (i < pause) continue;
    pause = i + STEP;
    yield null;
  }
  return text.length;
}

/** A member of the outermost object of a JSON text. */
export interface JsonMember {
  readonly key: string;
  /** Where its value begins. */
  readonly start: number;
}

/** No record has more fields. */
const MAX_MEMBERS = 1000;

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
    const close = skipString(text, open);
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
