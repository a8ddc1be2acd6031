import { readFileSync } from 'node:fs';
import { packagePaths } from '../package-paths.ts';
import type { CommandModel } from './command-model.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import { lookUpNames, type LookUpNamesOptions } from './look-up-names.ts';

export interface CompleteWordsOptions extends Omit<LookUpNamesOptions, 'settings'> {
  /** The words after `wf`; the last is the one that is typed. */
  readonly words: readonly string[];
  readonly settings: () => Promise<LookUpNamesOptions['settings']>;
}

/** Completes the last word of a command line. */
export async function completeWords({ words, settings, ...options }: CompleteWordsOptions): Promise<Candidate[]> {
  const typed = (words.at(-1) ?? '').replace(/^""$/, '');
  const asked = [...words.slice(0, -1), typed];
  const { words: known, names, before } = findCandidates(asked, readCommands());
  const found = names === null ? [] : await lookUpNames(names, { ...options, settings: await settings() });
  const all = [...known, ...found.map((name) => ({ value: `${before}${name}`, description: names ?? '' }))];
  return all.filter(({ value }) => value.startsWith(typed));
}

/** The commands, as they were when wf was built. */
function readCommands(): CommandModel[] {
  // Written by bin/write-reference.ts from these very types.
  return JSON.parse(readFileSync(packagePaths().commands, 'utf8')) as CommandModel[];
}
