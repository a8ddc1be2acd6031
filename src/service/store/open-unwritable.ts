import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** A database that this process can only read. */
export interface Unwritable {
  readonly database: DatabaseSync;
  /** Whether there is no file, and it is empty. */
  readonly isEmpty: boolean;
}

/**
 * Opens a SQLite file that this process can only read, such as one on a read-only disk. A file that is missing there
 * counts as an empty database.
 *
 * @returns `null` when the file can be written
 */
export function openUnwritable(file: string): Unwritable | null {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  if (!existsSync(file)) {
    return canCreate(file) ? null : { database: new DatabaseSync(':memory:'), isEmpty: true };
  }
  if (canWrite(file) && canWrite(dirname(file))) return null;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.prepare('select count(*) from sqlite_schema').get();
    return { database, isEmpty: false };
  } catch (error) {
    database.close();
    if (hasLog(file)) throw error;
  }
  // SQLite reads its log through an index, which it cannot create here. Without a log, nothing can be missed.
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  return { database: new DatabaseSync(address, { readOnly: true }), isEmpty: false };
}

/** Returns whether a file or a folder that does not exist can be created in the nearest folder that does. */
function canCreate(path: string): boolean {
  const folder = dirname(path);
  if (existsSync(folder) || folder === path) return canWrite(folder);
  return canCreate(folder);
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
