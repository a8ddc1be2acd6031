/** What a cursor has moved over: the character code of a bracket, comma or colon, or of the quote that begins a string. */
export const TOKEN = {
  /** The end of the text. */
  end: -1,
  /** None yet: the cursor stops within a long gap, so that others may run. */
  none: 0,
  string: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Characters without a token that are read in one piece. */
const MAX_GAP = 64 * 1024;

/**
 * Walks a JSON text from token to token, without building values. It skips everything between tokens: whether the text
 * is JSON is for the caller to check.
 */
export class JsonCursor {
  readonly text: string;
  /** Index after the last token. */
  at: number;
  /** Index of the last token. */
  start: number;
  /** Lists and objects that are open. */
  depth = 0;
  /** Values so far that are lists or objects, or follow a comma: at least those within lists and objects. */
  values = 0;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
    this.start = at;
  }

  /** Moves behind the next token. */
  next(): number {
    const { text } = this;
    const stop = Math.min(text.length, this.at + MAX_GAP);
    for (let at = this.at; at < stop; at += 1) {
      const code = text.charCodeAt(at);
      // Most characters are letters.
      if (code > TOKEN.closeList && code < TOKEN.openObject) continue;
      if (code === TOKEN.openList || code === TOKEN.openObject) {
        this.depth += 1;
        this.values += 1;
      } else if (code === TOKEN.closeList || code === TOKEN.closeObject) this.depth -= 1;
      else if (code === TOKEN.comma) this.values += 1;
      else if (code !== TOKEN.string && code !== TOKEN.colon) continue;
      this.start = at;
      this.at = code === TOKEN.string ? endOfString(text, at) : at + 1;
      return code;
    }
    this.start = stop;
    this.at = stop;
    return stop === text.length ? TOKEN.end : TOKEN.none;
  }
}

/**
 * @param open - index of the opening quote
 * @returns the index after the closing quote, or the end of the text if it has none
 */
export function endOfString(text: string, open: number): number {
  const first = text.indexOf('"', open + 1);
  if (first === -1 || !isEscaped(text, first)) return first === -1 ? text.length : first + 1;
  // Where some are escaped, many may be.
  for (let at = first + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === TOKEN.string) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

const BACKSLASH = 0x5c;

function isEscaped(text: string, index: number): boolean {
  let isOdd = false;
  for (let before = index - 1; text.charCodeAt(before) === BACKSLASH; before -= 1) isOdd = !isOdd;
  return isOdd;
}

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

/** Returns a function that answers, given how far a walk has come, whether others may run: once in each `step` characters. */
export function everyStep(step: number, start = 0): (at: number) => boolean {
  let due = start + step;
  return (at) => {
    if (at < due) return false;
    due = at - ((at - start) % step) + step;
    return true;
  };
}
