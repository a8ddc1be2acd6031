import { UserError } from '../../foundation/errors/wf-error.ts';
import { ensureDataFolder } from '../../project/ensure-data-folder.ts';
import { requireSafeDataFolder } from '../../project/require-safe-data-folder.ts';
import { isWritable } from '../files/is-writable.ts';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name exists',
  ENOTDIR: 'part of its path is a file',
  ENOENT: 'a folder above it is missing and cannot be created',
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Creates the data folder of the embedded service if it does not exist.
 *
 * @param mayBeMissing - whether commands that only read do without it where nothing can be written; otherwise false
 * @throws {WF_DATABASE} with the folder and the reason when it cannot be created, or another user could have prepared it
 */
export async function createDataFolder(folder: string, mayBeMissing = false): Promise<void> {
  if (mayBeMissing && !isWritable(folder)) return requireSafeDataFolder(folder);
  try {
    await ensureDataFolder(folder);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
    if (reason === undefined) throw error;
    throw new UserError({
      code: 'WF_DATABASE',
      message: `Cannot create the database folder ${folder}: ${reason}.`,
      nextSteps: ['wf config list'],
      cause: error,
    });
  }
}

/** At least what the write of a small record takes, with the database's log of it. */
const PROBE = Buffer.alloc(64 * 1024);

/** Probes come from anyone, and each writes to the disk. */
const MIN_MS = 1000;

/**
 * Creates a check of whether the disk of a folder takes writes. It writes a small file and removes it: a quota, a
 * read-only mount and wrong owners do not show in the number of free bytes.
 *
 * @returns a check that resolves to the problem, or `null` if there is none; it writes at most once a second
 */
export function createDiskCheck(folder: string, now: () => number = () => performance.now()) {
  let checkedAt = -Infinity;
  let problem: Promise<string | null> = Promise.resolve(null);
  return async (): Promise<string | null> => {
    if (now() - checkedAt >= MIN_MS) {
      checkedAt = now();
      problem = findDiskProblem(folder);
    }
    return await problem;
  };
}

async function findDiskProblem(folder: string): Promise<string | null> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    // Never through a link or into a file that somebody else made.
    await writeFile(probe, PROBE, { flag: 'wx', mode: 0o600 });
    return null;
  } catch (error) {
    return describeDiskProblem(error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** Describes why a folder takes no writes. */
export function describeDiskProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return `The data folder takes no writes: ${WRITE_REASONS[code] ?? code}.`;
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its quota is used up',
  EROFS: 'its disk is read-only',
  EACCES: 'the service may not write to it',
  EPERM: 'the service may not write to it',
  ENOENT: 'it is gone',
  EIO: 'its disk fails',
};
