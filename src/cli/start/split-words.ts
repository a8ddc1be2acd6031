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
  let at = 0;
  for (; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    const [name = ''] = word.split('=', 1);
    if (WITH_VALUE.includes(name)) {
      flags.push(word);
      if (!word.includes('=') && at + 1 < argv.length) flags.push(argv[(at += 1)] ?? '');
    } else if (SWITCHES.includes(name)) flags.push(word);
    else if (isBeginning([...words, word], ids)) words.push(word);
    else break;
  }
  return { words, flags, rest: argv.slice(at) };
}

function isBeginning(words: readonly string[], ids: readonly string[]): boolean {
  const typed = words.join(' ');
  return ids.some((id) => id === typed || id.startsWith(`${typed} `));
}
