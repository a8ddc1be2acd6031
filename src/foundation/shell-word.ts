/** Quotes a word for the shell if necessary, so that the user can paste a command that contains a name. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
