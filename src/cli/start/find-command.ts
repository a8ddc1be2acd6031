/** The command or topic that a command line begins with. */
export type Found =
  | { readonly kind: 'command'; readonly id: string; readonly argv: readonly string[] }
  | { readonly kind: 'topic'; readonly id: string }
  | { readonly kind: 'nothing'; readonly words: readonly string[] };

/** Finds the command with the longest matching name, as in `env deploy production`. */
export function findCommand(argv: readonly string[], ids: readonly string[]): Found {
  const words = leadingWords(argv);
  for (let length = words.length; length > 0; length -= 1) {
    const id = words.slice(0, length).join(' ');
    if (ids.includes(id)) return { kind: 'command', id, argv: argv.slice(length) };
  }
  const topic = words.join(' ');
  if (words.length > 0 && ids.some((id) => id.startsWith(`${topic} `))) return { kind: 'topic', id: topic };
  return { kind: 'nothing', words };
}

/** Returns the words before the first flag. */
export function leadingWords(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((word) => word.startsWith('-'));
  return end === -1 ? argv : argv.slice(0, end);
}
