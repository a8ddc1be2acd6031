/**
 * Writes a command for a POSIX shell.
 *
 * @param flags - flags with an empty value are left out; a list repeats its flag
 * @param names - arguments; one that begins with a hyphen comes last, where it is no flag
 */
export function toCommand(
  words: readonly string[],
  flags: Readonly<Record<string, string | readonly string[]>> = {},
  names: readonly string[] = [],
): string {
  const parts = Object.entries(flags).flatMap(([flag, value]) =>
    [value].flat().flatMap((each) => (each === '' ? [] : [toFlag(flag, each)])),
  );
  const isLast = names.some((name) => name.startsWith('-'));
  const first = [...words, ...(isLast ? [] : names)].map(quoteWord).join(' ');
  return [first, ...parts, ...(isLast ? [['--', ...names.map(quoteWord)].join(' ')] : [])].join(' \\\n  ');
}

/** A value that begins with a hyphen would be read as a flag. */
function toFlag(flag: string, value: string): string {
  return `${flag}${value.startsWith('-') ? '=' : ' '}${quoteWord(value)}`;
}

/** Quotes a word for a POSIX shell; zsh would look up the program of a word that begins with `=`. */
export function quoteWord(text: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
