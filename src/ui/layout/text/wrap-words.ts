import wrapAnsi from 'wrap-ansi';

/**
 * Wraps lines between words. Ink does too, but starts the next line with the space.
 *
 * @param hard - whether to break words that are longer than a line. @defaultValue true
 */
export function wrapWords(text: string, columns: number, hard = true): string {
  return wrapAnsi(text, columns, { hard });
}
