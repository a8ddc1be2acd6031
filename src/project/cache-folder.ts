import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, thisMachine } from './machine.ts';
import { userCacheFolder } from './user-folders.ts';

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
    return isPrivate(base, user) && isPrivate(folder, user) ? folder : null;
  } catch {
    // A read-only home, or a file with the folder's name: everything works without a cache.
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
function isPrivate(folder: string, user: number | undefined): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false }) ?? create(folder);
  if (found === undefined || !found.isDirectory()) return false;
  // Windows has neither owners nor permission bits; access lists keep the user's folders private.
  return user === undefined || (found.uid === user && (found.mode & WRITABLE_BY_OTHERS) === 0);
}

function create(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return lstatSync(folder);
}
