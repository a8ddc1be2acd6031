import { readFileSync } from 'node:fs';
import { packagePaths } from '../../package-paths.ts';
import type { CommandModel } from './command-model.ts';
import { type Candidate, findCandidates, type PrecedingWords } from './find-candidates.ts';
import { lookUpNames, type LookUpNamesOptions } from './look-up-names.ts';
import type { NameKind } from '../../choose/list-choices.ts';
import type { Shell } from './shell-scripts.ts';
import { readTypedWord } from './typed-word.ts';

export interface CompleteWordsOptions extends Omit<LookUpNamesOptions, 'settings' | 'given'> {
  readonly shell: Shell;
  readonly commands: readonly CommandModel[];
  /** The words after `wf` as typed, with quotes; the last is the one to complete. */
  readonly words: readonly string[];
  /** Resolves the settings with the flags typed so far. */
  readonly settings: (flags: PrecedingWords['flags']) => Promise<LookUpNamesOptions['settings']>;
}

export interface Completion {
  readonly candidates: readonly Candidate[];
  /** The open quote of the last word. */
  readonly quote: string;
}

/** Completes the last word of a command line. */
export async function completeWords(options: CompleteWordsOptions): Promise<Completion> {
  const { shell, commands, words } = options;
  // fish passes the words before the last without quotes.
  const before = words.slice(0, -1).map((word) => (shell === 'fish' ? word : readTypedWord(shell, word).text));
  const typed = readTypedWord(shell, words.at(-1) ?? '');
  const { words: known, names, before: start, preceding } = findCandidates([...before, typed.text], commands);
  const found = names === null ? [] : await find(names, preceding, options);
  const all = [...known, ...found.map((name) => ({ value: `${start}${name}`, description: names ?? '' }))];
  // Candidates are lines, so a name with a line break cannot be offered.
  const candidates = all.filter(({ value }) => value.startsWith(typed.text) && !/\p{Cc}/u.test(value));
  return { candidates, quote: typed.quote };
}

async function find(
  names: NameKind,
  { flags, args }: PrecedingWords,
  options: CompleteWordsOptions,
): Promise<string[]> {
  const settings = await options.settings(flags).catch(() => null);
  // A missing profile or an invalid address: the command itself will report it.
  return settings === null ? [] : await lookUpNames(names, { ...options, settings, given: args });
}

/** Reads the commands as the build wrote them. */
export function readCommands(): CommandModel[] {
  // Written by bin/write-reference.ts with these types.
  return JSON.parse(readFileSync(packagePaths().commands, 'utf8')) as CommandModel[];
}
