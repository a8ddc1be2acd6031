import wrapAnsi from 'wrap-ansi';

/** Breaks lines between words. Ink would, too, but begin the next line with the blank. */
export function wrapWords(text: string, columns: number): string {
  return wrapAnsi(text, columns, { hard: true });
}
