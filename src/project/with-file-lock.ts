import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { userError, type UserError } from '../foundation/errors/wf-error.ts';
import { makeOwnFolder } from './make-own-folder.ts';

/** Far longer than it takes to change a small file; an older lock was left by a killed process. */
const STALE_MS = 10_000;
const PAUSE_MS = 20;
const TIMEOUT_MS = 15_000;

/**
 * Changes a file while no other `wf` does, so that two concurrent logins do not lose a key.
 *
 * @throws {WF_CONFLICT} when another process holds the lock for too long
 */
export async function withFileLock<Result>(
  file: string,
  change: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  const lock = `${file}.lock`;
  makeOwnFolder(dirname(file));
  await take(lock, Date.now() + timeoutMs);
  try {
    return await change();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string, until: number): Promise<void> {
  while (!(await tryToTake(lock))) {
    if (await isStale(lock)) await rm(lock, { force: true });
    else if (Date.now() > until) throw held(lock);
    else await wait(PAUSE_MS);
  }
}

async function tryToTake(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'EPERM')) return false;
    throw error;
  }
}

async function isStale(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > STALE_MS;
}

function held(lock: string): UserError {
  return userError('WF_CONFLICT', `Another wf process does not release the lock ${lock}.`, [
    `Remove ${lock} if no other wf is running.`,
  ]);
}
