import { splitWords } from './split-words.ts';

/** The command or topic that a command line names. A topic alone takes nothing: what follows it is in `rest`. */
export type Found =
  | { readonly kind: 'command'; readonly id: string; readonly argv: readonly string[] }
  | { readonly kind: 'topic'; readonly id: string; readonly rest: readonly string[] }
  | { readonly kind: 'nothing'; readonly words: readonly string[] };

/** Finds the command with the longest matching name, as in `env deploy production`. */
export function findCommand(argv: readonly string[], ids: readonly string[]): Found {
  const { words, flags, rest } = splitWords(argv, ids);
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
