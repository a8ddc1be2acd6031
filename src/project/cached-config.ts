import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProjectConfig } from '../contract/settings/project-config.ts';
import { PACKAGE_VERSION } from '../errors/package-version.ts';
import { openCacheFolder, pruneCacheFolder, writeCacheFile } from './cache-folder.ts';
import type { Machine } from './machine.ts';

/** What a project file of code evaluated to, with all that it was computed from. */
interface CachedConfig {
  /** The next version may check settings otherwise. */
  readonly version: string;
  /** Path and text of the project file and of each file that it imports. */
  readonly sources: readonly (readonly [path: string, text: string])[];
  readonly config: ProjectConfig;
}

/**
 * Reads what a project file evaluated to when it, and every file that it imports, had the text that they have now.
 *
 * Texts are compared, not hashes of them: they are short, and cryptography takes longer to load than they to read.
 *
 * @returns `null` when nothing is cached, or any text has changed
 */
export function readCachedConfig(file: string, machine: Machine): ProjectConfig | null {
  const cacheFile = isCode(file) ? cacheFileOf(file, machine) : null;
  if (cacheFile === null) return null;
  try {
    // Damaged content fails below: this user alone can write it, and writes it whole.
    const { version, sources, config } = JSON.parse(readFileSync(cacheFile, 'utf8')) as CachedConfig;
    const isFresh = version === PACKAGE_VERSION && sources[0]?.[0] === file && sources.every(isUnchanged);
    return isFresh ? config : null;
  } catch {
    return null;
  }
}

/** Caches what a project file evaluated to, if its files alone decide that. */
export function writeCachedConfig(
  sources: ReadonlyMap<string, string>,
  config: ProjectConfig,
  file: string,
  machine: Machine,
): void {
  const cacheFile = [...sources.values()].every(dependsOnItsTextOnly) ? cacheFileOf(file, machine) : null;
  if (cacheFile === null) return;
  const cached: CachedConfig = { version: PACKAGE_VERSION, sources: [...sources], config };
  writeCacheFile(cacheFile, JSON.stringify(cached));
  pruneCacheFolder(dirname(cacheFile), MOST_PROJECTS);
}

/** More projects than anybody works on; a pruned one is evaluated once more. */
const MOST_PROJECTS = 100;

function isCode(file: string): boolean {
  return /\.m?[jt]s$/.test(file);
}

/** Longest file name that every file system takes, less what is added to it. */
const LONGEST_NAME = 200;

/** Two paths may get one name. Both stay right: the cached path is compared, too. */
function cacheFileOf(file: string, machine: Machine): string | null {
  const folder = openCacheFolder('projects', machine);
  return folder === null ? null : join(folder, `${encodeURIComponent(file).slice(-LONGEST_NAME)}.json`);
}

function isUnchanged([path, text]: readonly [string, string]): boolean {
  return readFileSync(path, 'utf8') === text;
}

/**
 * Names by which code reaches what may differ from run to run: the environment, the clock, chance, the locale, files. A
 * harmless text that mentions one, as in a comment, is evaluated in each run.
 */
const OUTSIDE =
  /\b(process|global|globalThis|navigator|Date|Temporal|random|performance|crypto|Intl|toLocale\w+|fetch|WebSocket|EventSource|require|module|meta|eval|Function|constructor)\b|\bimport\s*\(|\\u/;

function dependsOnItsTextOnly(text: string): boolean {
  return !OUTSIDE.test(text);
}
