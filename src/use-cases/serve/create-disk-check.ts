import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  return `The data folder takes no writes: ${REASONS[code] ?? code}.`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its quota is used up',
  EROFS: 'its disk is read-only',
  EACCES: 'the service may not write to it',
  EPERM: 'the service may not write to it',
  ENOENT: 'it is gone',
  EIO: 'its disk fails',
};
