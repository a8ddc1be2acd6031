import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, thisMachine } from './machine.ts';
import { userCacheFolder } from './user-folders.ts';

/** Permission bits that let others than the owner write. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Opens a folder for files that can be recomputed, and creates it when it is missing. Code and settings are read back from
 * there, so a folder that another user could have filled is refused.
 *
 * Synchronous, because it runs before the first command does, and Node's file promises take longer to load.
 *
 * @param name - subfolder of the user's cache folder, one per kind of file
 * @param user - id of the user whom the folder must belong to; Windows has none
 * @returns its path, or `null` when it is a link, belongs to another user, is writable by others, or cannot be created
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
    // A read-only home, or a file in the folder's place: everything works without a cache.
    return null;
  }
}

/**
 * Writes a cache file so that a concurrent reader sees all of it or nothing. A full or read-only disk is no error: the next
 * run recomputes the content.
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
 * Removes the oldest files of a cache folder, so that it does not grow for ever. What is removed is recomputed when it is
 * needed; what cannot be removed stays, and is no error.
 *
 * @param most - number of files to keep: those written last
 */
export function pruneCacheFolder(folder: string, most: number): void {
  try {
    const names = readdirSync(folder);
    if (names.length <= most) return;
    const files = names.map((name) => join(folder, name));
    const writtenAt = new Map(files.map((file) => [file, lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
    const newestFirst = files.toSorted((a, b) => (writtenAt.get(b) ?? 0) - (writtenAt.get(a) ?? 0));
    for (const file of newestFirst.slice(most)) rmSync(file, { force: true });
  } catch {
    // Another process may prune at the same time, or the folder be read-only by now: the next run tries again.
  }
}

/** Answers whether only this user can write to a folder, which is created when it is missing. */
function isPrivate(folder: string, user: number | undefined): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false }) ?? create(folder);
  if (found === undefined || !found.isDirectory()) return false;
  // Windows has neither owners nor bits; the user's folders are private there by their access lists.
  return user === undefined || (found.uid === user && (found.mode & WRITABLE_BY_OTHERS) === 0);
}

function create(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return lstatSync(folder);
}
