import stringWidth from 'string-width';

/** Counts the character cells a text takes: two for a wide character, none for a combining one. */
export function widthOf(text: string): number {
  return isAscii(text) ? text.length : stringWidth(text);
}

/** Finds the width of the widest text. A loop: spreading a million widths into `Math.max` overflows the stack. */
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

/** Most cells are plain letters, and measuring graphemes costs a hundred times a length. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
