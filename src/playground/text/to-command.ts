import { shellLine, shellWord } from '../../foundation/shell-word.ts';

/**
 * Writes a command for a POSIX shell.
 *
 * @param flags - flags with an empty value are left out; a list repeats its flag
 * @param names - arguments; one that begins with a hyphen comes last, where it is not a flag
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
  const first = shellLine([...words, ...(isLast ? [] : names)]);
  return [first, ...parts, ...(isLast ? [shellLine(['--', ...names])] : [])].join(' \\\n  ');
}

/** A value that begins with a hyphen would be read as a flag. */
function toFlag(flag: string, value: string): string {
  return `${flag}${value.startsWith('-') ? '=' : ' '}${shellWord(value)}`;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names a test set in a command: by its id where the name could be a file's, or a revision. */
export function testsetWord({ id, name }: Named): string {
  return /@\d+$|[./\\]|^-/.test(name) ? id : name;
}

/** Names variants in a list with commas: by their ids where a name would be read as something else. */
export function variantsWord(variants: readonly Named[]): string {
  return variants.map(({ id, name }) => (/,|@\d+$|^-|^\s|\s$/.test(name) ? id : name)).join(',');
}

/** Names stored evaluators in a list with commas. */
export function evaluatorsWord(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(',', String.raw`\,`)).join(',');
}
