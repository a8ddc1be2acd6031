import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeOwnFolder } from './make-own-folder.ts';
import { type Machine, thisMachine, userCacheFolder } from './machine.ts';
import type { ProjectConfig } from '../contract/settings/project-config.ts';
import { PACKAGE_VERSION } from '../foundation/package.ts';

/** Permission bits that let anyone but the owner write. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Opens a folder for recomputable files, and creates it if it is missing. Code and settings are loaded from it, so it
 * rejects a folder that another user can write to.
 *
 * Synchronous, because it runs at start-up, and Node's file promises take longer to load.
 *
 * @param name - subfolder of the user's cache folder, one per kind of file
 * @param user - id of the folder's required owner; Windows has none
 * @returns its path; `null` if it is a link, belongs to another user, is writable by others, or cannot be created
 */
export function openCacheFolder(
  name: string,
  machine: Machine = thisMachine(),
  user: number | undefined = process.getuid?.(),
): string | null {
  const base = userCacheFolder(machine);
  const folder = join(base, name);
  try {
    return isPrivate(base, user, machine) && isPrivate(folder, user, machine) ? folder : null;
  } catch {
    // A missing or read-only home, or a file with the folder's name: everything works without a cache.
    return null;
  }
}

/**
 * Writes a cache file atomically. A full or read-only disk is not an error: the next run recomputes the content.
 */
export function writeCacheFile(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

/**
 * Removes the oldest files of a cache folder to limit its size. Removed files are recomputed on demand; files that cannot
 * be removed are ignored.
 *
 * @param most - number of newest files to keep, 0 or more
 */
export function pruneCacheFolder(folder: string, most: number): void {
  try {
    const files = readdirSync(folder).map((name) => join(folder, name));
    const written = files.map((file) => ({ file, at: lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
    const newestFirst = written.toSorted((a, b) => b.at - a.at);
    for (const { file } of newestFirst.slice(most)) rmSync(file, { force: true });
  } catch {
    // Another process is pruning, or the folder is read-only: the next run tries again.
  }
}

/** Returns whether only this user can write to a folder; creates it if it is missing. */
function isPrivate(folder: string, user: number | undefined, machine: Machine): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false }) ?? create(folder, machine);
  if (found === undefined || !found.isDirectory()) return false;
  // Windows has neither owners nor permission bits; access lists keep the user's folders private.
  return user === undefined || (found.uid === user && (found.mode & WRITABLE_BY_OTHERS) === 0);
}

function create(folder: string, machine: Machine) {
  makeOwnFolder(folder, machine);
  return lstatSync(folder);
}

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
