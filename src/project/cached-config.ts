import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProjectConfig } from '../contract/settings/project-config.ts';
import { PACKAGE_VERSION } from '../foundation/package.ts';
import { openCacheFolder, pruneCacheFolder, writeCacheFile } from './cache-folder.ts';
import type { Machine } from './machine.ts';

/** The value of a project file that is code, with everything it was computed from. */
interface CachedConfig {
  /** Version of wf: another version may check settings differently. */
  readonly version: string;
  /** Path and text of the project file and of each file that it imports. */
  readonly sources: readonly (readonly [path: string, text: string])[];
  readonly config: ProjectConfig;
}

/**
 * Reads the cached value of a project file, if neither the file nor anything it imports has changed.
 *
 * Compares texts instead of hashes: the texts are short, and cryptography is slow to load.
 *
 * @returns `null` if nothing is cached, or any text has changed
 */
export function readCachedConfig(file: string, machine: Machine): ProjectConfig | null {
  const cacheFile = isCode(file) ? cacheFileOf(file, machine) : null;
  if (cacheFile === null) return null;
  try {
    // Only this user can write the file, and does so atomically; damaged content fails below.
    const { version, sources, config } = JSON.parse(readFileSync(cacheFile, 'utf8')) as CachedConfig;
    const isFresh = version === PACKAGE_VERSION && sources[0]?.[0] === file && sources.every(isUnchanged);
    return isFresh ? config : null;
  } catch {
    return null;
  }
}

/** Caches the value of a project file, if it depends on nothing but the files. */
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
  pruneCacheFolder(dirname(cacheFile), MAX_PROJECTS);
}

/** More projects than anybody works on; a pruned one is evaluated once more. */
const MAX_PROJECTS = 100;

function isCode(file: string): boolean {
  return /\.m?[jt]s$/.test(file);
}

/** Longest file name that every file system supports, minus our suffixes. */
const MAX_NAME_LENGTH = 200;

/** Two paths may map to the same name; that is safe, because the cached path is compared too. */
function cacheFileOf(file: string, machine: Machine): string | null {
  const folder = openCacheFolder('projects', machine);
  return folder === null ? null : join(folder, `${encodeURIComponent(file).slice(-MAX_NAME_LENGTH)}.json`);
}

function isUnchanged([path, text]: readonly [string, string]): boolean {
  return readFileSync(path, 'utf8') === text;
}

/**
 * Names by which code depends on something that varies between runs: environment, clock, randomness, locale, files. A
 * file that mentions one, even in a comment, is evaluated in each run.
 */
const OUTSIDE =
  /\b(process|global|globalThis|navigator|Date|Temporal|random|performance|crypto|Intl|toLocale\w+|fetch|WebSocket|EventSource|require|module|meta|eval|Function|constructor)\b|\bimport\s*\(|\\u/;

function dependsOnItsTextOnly(text: string): boolean {
  return !OUTSIDE.test(text);
}
