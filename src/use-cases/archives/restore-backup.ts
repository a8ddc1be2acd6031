import type { Restored } from '../../contract/archives/archive-results.ts';
import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdtemp, rename, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireSafeDataFolder } from '../../project/require-safe-data-folder.ts';
import { userError, UserError } from '../../foundation/errors/wf-error.ts';
import { inspectBackup, type RevokedAccess, revokeRestored } from '../../service/archives/backup/queries.ts';
import { moveStore } from '../../service/archives/move/move-store.ts';
import { createCopyWriter } from '../../service/archives/move/queries/write-rows.ts';
import { describeMissingKey } from '../../service/secrets/create-key-ring.ts';
import { nameKey, readSecretKeys } from '../../service/secrets/read-secret-keys.ts';
import { openStore } from '../../service/store/open-store.ts';
import type { Db } from '../../service/store/schema.ts';
import { RESTORING } from '../files/locate-database.ts';
import { cannotRead } from '../files/read-text-source.ts';
import { describedBy } from '../files/output/output-error.ts';
import { verifyChecksum } from './backup-checksum.ts';
import { createDataFolder } from '../serve/create-data-folder.ts';

export interface RestoreOptions {
  readonly file: string;
  /** Folder of the embedded database, and of the sealing key. */
  readonly dataDir: string;
  /** Empty PostgreSQL database instead of a file in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The keys of `WF_SECRET_KEY`. */
  readonly given: string | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Restores a backup into an empty place, and revokes the access that belongs to its time and machine.
 *
 * @throws {WF_NO_FILE} when there is no such file
 * @throws {WF_INVALID_INPUT} when the file is not a backup
 * @throws {WF_FAILED} when the key of its secrets is missing; nothing is written
 * @throws {WF_CONFLICT} when the target is not empty
 * @throws {WF_DATABASE} when another user could have prepared its folder
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, dataDir, databaseUrl, given } = options;
  await requireBackupFile(file);
  const end = await verifyChecksum(file);
  const { key } = await inspectBackup(file);
  requireSafeDataFolder(dataDir);
  const keyFile = join(dataDir, 'secret.key');
  if (key !== null) requireKeyOf(key, (await readSecretKeys({ file: keyFile, given })).map(nameKey), keyFile);
  const revoked =
    databaseUrl === null
      ? await describedBy(join(dataDir, 'wf.db'))(restoreFile(options, end))
      : await restoreRows(options, databaseUrl);
  return { file, key, revoked, has_checksum: end !== null };
}

/**
 * Opening a named pipe would wait for a writer, deaf to signals.
 *
 * @throws {WF_NO_FILE} when there is no such file
 * @throws {WF_INVALID_INPUT} when it cannot be read, or is not a file
 */
export async function requireBackupFile(file: string): Promise<void> {
  const found = await stat(file).catch((cause: unknown) => {
    throw cannotRead(file, cause);
  });
  if (!found.isFile()) throw userError('WF_INVALID_INPUT', `${file} is not a backup: it is not a file.`);
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw cannotRead(file, cause);
  });
}

function requireKeyOf(key: string, names: readonly string[], keyFile: string): void {
  const problem = describeMissingKey('the backup', key, names, keyFile);
  if (problem === null) return;
  const nextSteps = [`Copy the secret.key of that service to ${keyFile}, or set WF_SECRET_KEY`];
  throw new UserError({ code: 'WF_FAILED', message: `${problem} Nothing was written.`, nextSteps });
}

/** @param end - where its checksum begins; `null`: it has none */
async function restoreFile({ file, dataDir, now }: RestoreOptions, end: number | null): Promise<RevokedAccess> {
  const target = join(dataDir, 'wf.db');
  await requireNothing(target);
  await createDataFolder(dataDir);
  const part = `${target}${RESTORING}`;
  await removeDatabase(part);
  try {
    await copyFile(file, part, constants.COPYFILE_EXCL);
    await chmod(part, 0o600);
    if (end !== null) await truncate(part, end);
    const revoked = await revokeIn(part, now);
    await rename(part, target);
    return revoked;
  } finally {
    await removeDatabase(part);
  }
}

async function restoreRows({ file, now, signal }: RestoreOptions, url: string): Promise<RevokedAccess> {
  let revoked: RevokedAccess = { sessions: 0, codes: 0, local_keys: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'wf-restore-'));
  const copy = join(folder, 'wf.db');
  try {
    // The copy gets the current schema, and the backup stays as it is.
    await copyFile(file, copy);
    await chmod(copy, 0o600);
    await using source = await openStore({ file: copy });
    await using target = await openStore({ url }, { isMoving: true });
    await using writer = await createCopyWriter(url);
    try {
      const complete = async (db: Db) => {
        revoked = await revokeRestored(db, now().toISOString());
      };
      await moveStore({ source, target, writer, signal, complete });
    } catch (error) {
      throw target.explain(error);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return revoked;
}

async function revokeIn(file: string, now: () => Date): Promise<RevokedAccess> {
  await using store = await openStore({ file });
  return await store.transaction((db) => revokeRestored(db, now().toISOString()));
}

/** @throws {WF_CONFLICT} when there is a database; an empty file is none */
async function requireNothing(target: string): Promise<void> {
  for (const file of [target, `${target}-wal`]) {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0) continue;
    throw userError('WF_CONFLICT', `${file} exists: a restore never replaces a database. Nothing was written.`, [
      'Stop the service and move its wf.db, wf.db-wal and wf.db-shm away, or name another folder: --data-dir DIR',
    ]);
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const rest of ['', '-wal', '-shm']) await describedBy(`${file}${rest}`)(rm(`${file}${rest}`, { force: true }));
}
