import { closeSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A `wf dev` that serves a project: what it leaves for other commands in the folder. */
export interface DevFile {
  /** Where it listens, on this machine. */
  readonly url: string;
  readonly pid: number;
  /** RFC 3339 in UTC. */
  readonly started_at: string;
}

/** Where a running `wf dev` leaves its address. */
export function devFilePath(dataDir: string): string {
  return join(dataDir, 'dev.json');
}

/** Where the key to a service over this data lies. */
export function localKeyPath(dataDir: string): string {
  return join(dataDir, 'key');
}

export async function writeDevFile(dataDir: string, contents: DevFile): Promise<void> {
  const { writeFileAtomically } = await import('./write-file-atomically.ts');
  await writeFileAtomically(devFilePath(dataDir), `${JSON.stringify(contents, null, 2)}\n`, 0o600);
}

/**
 * Reads what a running `wf dev` left, or `null`. A file that came with the code, or that somebody else could have
 * written, says nothing: a key would follow its address. What a killed one left is removed.
 */
export function readDevFile(dataDir: string): DevFile | null {
  const found = parseDevFile(readPrivately(devFilePath(dataDir)));
  if (found === null || isRunning(found.pid)) return found;
  removeDevFile(dataDir, found.pid);
  return null;
}

/** Reads the key to the service over this data; `null` when it has none yet. */
export function readLocalKey(dataDir: string): string | null {
  return readPrivately(localKeyPath(dataDir))?.trim() ?? null;
}

/** Removes the file unless it is by now another one's. */
export function removeDevFile(dataDir: string, pid: number): void {
  const found = parseDevFile(readPrivately(devFilePath(dataDir)));
  if (found?.pid === pid) rmSync(devFilePath(dataDir), { force: true });
}

/** Reads a file that nobody but this user can have written; `null` for any other. */
function readPrivately(file: string): string | null {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const { mode, uid } = fstatSync(descriptor);
    const isPrivate = process.platform === 'win32' || ((mode & 0o077) === 0 && uid === process.getuid?.());
    return isPrivate ? readFileSync(descriptor, 'utf8') : null;
  } catch {
    // Not there, which is the usual case, or not for us.
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function parseDevFile(text: string | null): DevFile | null {
  try {
    const parsed: Partial<Record<keyof DevFile, unknown>> | null = JSON.parse(text ?? 'null');
    const { url, pid, started_at } = parsed ?? {};
    if (typeof url !== 'string' || typeof pid !== 'number' || typeof started_at !== 'string') return null;
    return isOnThisMachine(url) && Number.isSafeInteger(pid) && pid > 0 ? { url, pid, started_at } : null;
  } catch {
    return null;
  }
}

function isOnThisMachine(url: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(url);
}

/** A process of this user; one of another user has taken over the number of a process that is gone. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
