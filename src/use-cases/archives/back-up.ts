import type { Backup, CheckedBackup } from '../../contract/archives/archive-results.ts';
import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { userError, type UserError } from '../../foundation/errors/wf-error.ts';
import { requireFolderAbove } from '../../project/make-own-folder.ts';
import { syncHandle } from '../files/output/replace-file.ts';
import { closeLog, copySqlite } from '../../service/archives/backup/copy-sqlite.ts';
import { inspectBackup, noteBackup, noteSqliteBackup } from '../../service/archives/backup/queries.ts';
import { moveStore } from '../../service/archives/move/move-store.ts';
import { createInsertWriter } from '../../service/archives/move/queries/write-rows.ts';
import { type DatabaseLocation, locateDatabase } from '../files/locate-database.ts';
import { openSource } from '../../service/store/open-source.ts';
import { explainDatabaseError, isOfDamage } from '../../service/store/explain-database-error.ts';
import { labelOf, openStore } from '../../service/store/open-store.ts';
import { describedBy } from '../files/output/output-error.ts';
import { appendChecksum, verifyChecksum } from './backup-checksum.ts';
import { requireBackupFile } from './restore-backup.ts';

export interface BackUpOptions extends DatabaseLocation {
  readonly file: string;
  readonly signal: AbortSignal;
}

/**
 * Copies a service's whole database into one SQLite file that only its owner can read, while the service runs. Bundles in a
 * bucket and the sealing key are not in it.
 *
 * @throws {WF_CONFLICT} when the file exists
 * @throws {WF_INVALID_INPUT} when its folder does not exist
 * @throws {WF_NO_FILE} when there is no embedded database
 */
export async function backUp(options: BackUpOptions): Promise<Backup> {
  return await describedBy(options.file)(writeBackup(options));
}

async function writeBackup(options: BackUpOptions): Promise<Backup> {
  const startedAt = performance.now();
  const { file } = options;
  if (existsSync(file)) throw taken(file);
  requireFolderAbove(file);
  const part = `${file}.part`;
  await describedBy(part)(rm(part, { force: true }));
  // Private from its first byte on.
  await (await open(part, 'wx', 0o600)).close();
  try {
    await copyTo(part, options);
    closeLog(part);
    const { key } = await inspectBackup(part, labelOf(locate(options)));
    await appendChecksum(part);
    await syncFile(part);
    await rename(part, file);
    await note(options);
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    return { file, bytes: (await stat(file)).size, key, seconds };
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) await rm(`${part}${rest}`, { force: true });
  }
}

async function copyTo(part: string, { signal, ...location }: BackUpOptions): Promise<void> {
  const from = locate(location);
  await using source = await openSource(from);
  if ('file' in from) {
    try {
      return await copySqlite(from.file, part);
    } catch (error) {
      // Anything else, such as a full disk, is about the copy, which the caller names.
      throw isOfDamage(error) ? explainDatabaseError(error, labelOf(from)) : error;
    }
  }
  await using target = await openStore({ file: part }, { isMoving: true, schema: source.schema });
  await using writer = createInsertWriter(target);
  await moveStore({ source, target, writer, isInUse: true, signal });
}

/** The age of the last backup is a metric. A database that cannot be written to is backed up all the same. */
async function note(location: BackUpOptions): Promise<void> {
  const from = locate(location);
  const now = new Date().toISOString();
  try {
    if ('file' in from) return await noteSqliteBackup(from.file, now);
    await using source = await openSource(from);
    await noteBackup(source.db, now);
  } catch {
    // A reader's role, a read-only disk: the file is whole.
  }
}

function locate(location: DatabaseLocation) {
  return locateDatabase(location, 'wf backup FILE --data-dir DIR', ': nothing to back up');
}

/** The backup is there after a power failure, too. */
async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await syncHandle(handle);
  } finally {
    await handle.close();
  }
}

function taken(file: string): UserError {
  return userError('WF_CONFLICT', `${file} exists: a backup never replaces a file.`, ['Name another file']);
}

/**
 * Checks that a backup is what `wf backup` wrote, and that it can be read.
 *
 * @throws {WF_NO_FILE} when there is no such file
 * @throws {WF_INVALID_INPUT} when it is damaged or not a backup
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  await requireBackupFile(file);
  const isVerified = (await verifyChecksum(file)) !== null;
  const { key, schema } = await inspectBackup(file);
  return { file, bytes: (await stat(file)).size, key, schema, has_checksum: isVerified };
}
