import wrapAnsi from 'wrap-ansi';

/**
 * Breaks lines between words. Ink would, too, but begin the next line with the blank.
 *
 * @param hard - whether a word that is longer than a line is broken, too. @defaultValue true
 */
export function wrapWords(text: string, columns: number, hard = true): string {
  return wrapAnsi(text, columns, { hard });
}
