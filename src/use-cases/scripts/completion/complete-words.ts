import { readFileSync } from 'node:fs';
import { packagePaths } from '../../package-paths.ts';
import type { CommandModel } from './command-model.ts';
import { type Candidate, findCandidates, type SaidWords } from './find-candidates.ts';
import { lookUpNames, type LookUpNamesOptions } from './look-up-names.ts';
import type { NameKind } from '../../choose/name-kind.ts';
import type { Shell } from './shell-scripts.ts';
import { readTypedWord } from './typed-word.ts';

export interface CompleteWordsOptions extends Omit<LookUpNamesOptions, 'settings' | 'given'> {
  readonly shell: Shell;
  /** The words after `wf` as they are typed, quotes and all; the last is the one that is completed. */
  readonly words: readonly string[];
  /** Settings of the command that is typed, with the flags that are typed. */
  readonly settings: (flags: SaidWords['flags']) => Promise<LookUpNamesOptions['settings']>;
}

export interface Completion {
  readonly candidates: readonly Candidate[];
  /** The quote that the last word is in. */
  readonly quote: string;
}

/** Completes the last word of a command line. */
export async function completeWords(options: CompleteWordsOptions): Promise<Completion> {
  const { shell, words } = options;
  // fish hands over the words before the last without their quotes.
  const before = words.slice(0, -1).map((word) => (shell === 'fish' ? word : readTypedWord(shell, word).text));
  const typed = readTypedWord(shell, words.at(-1) ?? '');
  const { words: known, names, before: start, said } = findCandidates([...before, typed.text], readCommands());
  const found = names === null ? [] : await find(names, said, options);
  const all = [...known, ...found.map((name) => ({ value: `${start}${name}`, description: names ?? '' }))];
  // One line each: a name that breaks lines cannot be told.
  const candidates = all.filter(({ value }) => value.startsWith(typed.text) && !/\p{Cc}/u.test(value));
  return { candidates, quote: typed.quote };
}

async function find(names: NameKind, { flags, args }: SaidWords, options: CompleteWordsOptions): Promise<string[]> {
  const settings = await options.settings(flags).catch(() => null);
  // A profile that is not there, an address that is none: the command will say so.
  return settings === null ? [] : await lookUpNames(names, { ...options, settings, given: args });
}

/** The commands, as they were when wf was built. */
function readCommands(): CommandModel[] {
  // Written by bin/write-reference.ts from these very types.
  return JSON.parse(readFileSync(packagePaths().commands, 'utf8')) as CommandModel[];
}
