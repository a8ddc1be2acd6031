import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Returns the width of a text in character cells: two for a wide character, none for a combining one. */
export function widthOf(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

/** Returns the width of the widest text. A loop, because spreading a million widths into `Math.max` overflows the stack. */
export function widestOf(texts: readonly string[]): number {
  let widest = 0;
  for (const text of texts) widest = Math.max(widest, widthOf(text));
  return widest;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/**
 * Characters that take one cell each: printable ASCII; Latin, Greek and Cyrillic letters; dashes, quotation marks and the
 * ellipsis; arrows; lines, blocks and ticks.
 */
const NARROW =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u0391-\u03a9\u03b1-\u0482\u048a-\u04ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f\u2713-\u2717]*$/;

/** A fast path for most texts: measuring graphemes is a hundred times slower and loads emoji tables. */
function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** Makes a text bold where colours are asked for. */
export function toBold(text: string, color: boolean): string {
  return color ? `\u001b[1m${text}\u001b[22m` : text;
}

/**
 * Wraps lines between words. Ink does too, but starts the next line with the space.
 *
 * @param hard - whether to break words that are longer than a line. @defaultValue true
 */
export function wrapWords(text: string, columns: number, hard = true): string {
  return wrapAnsi(text, columns, { hard });
}
