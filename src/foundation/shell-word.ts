/**
 * Quotes a word for a POSIX shell if necessary, so that the user can paste a command that contains a name. A word that
 * begins with `=` is quoted too: zsh would look up the program of that name.
 */
export function shellWord(word: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Joins words to a line that can be pasted into a shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
