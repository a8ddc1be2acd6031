import { readFileSync, statSync } from 'node:fs';
import { packagePaths } from '../../package-paths.ts';
import type { CommandModel } from './command-model.ts';
import { type Candidate, findCandidates, type PrecedingWords } from './find-candidates.ts';
import { listChoices, type NameKind } from '../../choose/list-choices.ts';
import type { Shell } from './shell-scripts.ts';
import { readTypedWord } from './typed-word.ts';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { replaceUserFile } from '../../../project/replace-user-file.ts';
import type { Settings } from '../../../project/resolve-settings.ts';
import type { Session } from '../../session/session.ts';

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

/** How long cached names are valid. */
const FRESH_MS = 60_000;

interface LookUpNamesOptions {
  readonly settings: Settings;
  readonly openSession: () => Promise<Session>;
  readonly now: Date;
  /** The arguments typed so far. */
  readonly given: readonly string[];
}

/**
 * Finds the names of a kind. The service is asked at most once a minute and the names are cached in the user's folder,
 * so that a key press is answered at once. A failing lookup returns no names: completion must not print errors.
 */
export async function lookUpNames(kind: NameKind, options: LookUpNamesOptions): Promise<string[]> {
  const { now } = options;
  const file = cacheFile(kind, options);
  const cached = readCache(file, now);
  if (cached !== null) return cached;
  try {
    const names = await ask(kind, options);
    await replaceUserFile(file, JSON.stringify(names), 0o600);
    return names;
  } catch {
    // No service, no key or no project: nothing to offer.
    return [];
  }
}

function cacheFile(kind: NameKind, { settings, given }: LookUpNamesOptions): string {
  const { configDir, baseUrl, dataDir, app, profile } = settings;
  // Only revisions depend on another argument: their variant.
  const variant = kind === 'revision' ? given[0] : null;
  const what = JSON.stringify([kind, baseUrl.value, dataDir, app.value, profile.value, variant]);
  return join(configDir, 'cache', `names-${hash('sha256', what).slice(0, 24)}.json`);
}

function readCache(file: string, now: Date): string[] | null {
  try {
    if (now.getTime() - statSync(file).mtimeMs > FRESH_MS) return null;
    const names: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : null;
  } catch {
    return null;
  }
}

async function ask(kind: NameKind, options: LookUpNamesOptions): Promise<string[]> {
  return (await listChoices(kind, options)).map(({ value }) => value);
}
