/** A command line: the words that name a command, the flags of every command among them, and the rest. */
export interface SplitWords {
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly rest: readonly string[];
}

/** Flags of every command that have a value, which may be the next word. */
const WITH_VALUE = ['--jq', '--profile', '--base-url', '--timeout'];
const SWITCHES = ['--json', '--tsv', '--quiet', '-q', '--debug', '--no-color', '--help', '-h'];

/**
 * Splits a command line at the end of the command's name. Flags of every command may come before it and between its words,
 * as in `wf --json variants list`.
 */
export function splitWords(argv: readonly string[], ids: readonly string[]): SplitWords {
  const words: string[] = [];
  const flags: string[] = [];
  const rest = [...argv];
  for (let word = rest[0]; word !== undefined; word = rest[0]) {
    const name = word.replace(/=.*$/s, '');
    if (WITH_VALUE.includes(name)) flags.push(...rest.splice(0, word === name ? 2 : 1));
    else if (SWITCHES.includes(name)) flags.push(...rest.splice(0, 1));
    else if (isBeginning([...words, word], ids)) words.push(...rest.splice(0, 1));
    else break;
  }
  return { words, flags, rest };
}

function isBeginning(words: readonly string[], ids: readonly string[]): boolean {
  const typed = words.join(' ');
  return ids.some((id) => id === typed || id.startsWith(`${typed} `));
}
