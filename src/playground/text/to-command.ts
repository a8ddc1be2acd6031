/**
 * Writes a command for a POSIX shell.
 *
 * @param flags - flags with an empty value are left out; a list repeats its flag
 */
export function toCommand(
  words: readonly string[],
  flags: Readonly<Record<string, string | readonly string[]>> = {},
): string {
  const parts = Object.entries(flags).flatMap(([flag, value]) =>
    [value].flat().flatMap((each) => (each === '' ? [] : [`${flag} ${quoteWord(each)}`])),
  );
  return [words.map(quoteWord).join(' '), ...parts].join(' \\\n  ');
}

/** Quotes a word for a POSIX shell. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
