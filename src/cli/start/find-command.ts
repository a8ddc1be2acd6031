/** The command or topic that a command line names. A topic alone takes nothing: what follows it is in `rest`. */
export type Found =
  | { readonly kind: 'command'; readonly id: string; readonly argv: readonly string[] }
  | { readonly kind: 'topic'; readonly id: string; readonly rest: readonly string[] }
  | { readonly kind: 'nothing'; readonly words: readonly string[] };

/** Finds the command with the longest matching name, as in `env deploy production`. */
export function findCommand(argv: readonly string[], ids: readonly string[]): Found {
  const { words, flags, rest } = splitArguments(argv, ids);
  for (let length = words.length; length > 0; length -= 1) {
    const id = words.slice(0, length).join(' ');
    if (ids.includes(id)) return { kind: 'command', id, argv: [...words.slice(length), ...flags, ...rest] };
  }
  if (words.length === 0) return { kind: 'nothing', words: leadingWords(rest) };
  const id = words.join(' ');
  const next = leadingWords(rest);
  return next.length === 0
    ? { kind: 'topic', id, rest: [...flags, ...rest] }
    : { kind: 'nothing', words: [...words, ...next] };
}

/** Returns the words before the first flag. */
export function leadingWords(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((word) => word.startsWith('-'));
  return end === -1 ? argv : argv.slice(0, end);
}

/** A command line: the words that name a command, the flags of every command among them, and the rest. */
interface SplitArguments {
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
export function splitArguments(argv: readonly string[], ids: readonly string[]): SplitArguments {
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
