import { shellWord } from '../../../foundation/shell-word.ts';

/** Joins words to a line that can be pasted into a shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
