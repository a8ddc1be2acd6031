import { closeSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { READ_ITSELF } from '../foundation/read-itself.ts';
import { parseJson } from '../contract/validation/parse-json.ts';

/** A file by which other commands find the running `wf dev` of a project. */
export interface DevFile {
  /** Address on this machine that it listens on. */
  readonly url: string;
  readonly pid: number;
  /** RFC 3339 in UTC. */
  readonly started_at: string;
}

/** Returns the path of the file with the address of a running `wf dev`. */
export function devFilePath(dataDir: string): string {
  return join(dataDir, 'dev.json');
}

/** Returns the path of the file with the key for a service over this data. */
export function localKeyPath(dataDir: string): string {
  return join(dataDir, 'key');
}

export async function writeDevFile(dataDir: string, contents: DevFile): Promise<void> {
  const { replaceUserFile } = await import('./replace-user-file.ts');
  await replaceUserFile(devFilePath(dataDir), `${JSON.stringify(contents, null, 2)}\n`, 0o600);
}

/**
 * Reads the file of a running `wf dev`; `null` if there is none. Ignores a file that another user could have written,
 * because a key is sent to its address. Removes the file of a killed `wf dev`.
 */
export function readDevFile(dataDir: string): DevFile | null {
  const found = parseDevFile(readPrivately(devFilePath(dataDir)));
  if (found === null || isRunning(found.pid)) return found;
  removeDevFile(dataDir, found.pid);
  return null;
}

/** Reads the key for the service over this data; `null` if there is none yet. */
export function readLocalKey(dataDir: string): string | null {
  return readPrivately(localKeyPath(dataDir))?.trim() ?? null;
}

/** Removes the file, unless it belongs to another process by now. */
export function removeDevFile(dataDir: string, pid: number): void {
  const found = parseDevFile(readPrivately(devFilePath(dataDir)));
  if (found?.pid === pid) rmSync(devFilePath(dataDir), { force: true });
}

/** Reads a file that only this user can access; `null` for any other. */
function readPrivately(file: string): string | null {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, READ_ITSELF);
    const { mode, uid } = fstatSync(descriptor);
    const isPrivate = process.platform === 'win32' || ((mode & 0o077) === 0 && uid === process.getuid?.());
    return isPrivate ? readFileSync(descriptor, 'utf8') : null;
  } catch {
    // The file usually does not exist; otherwise it is not accessible.
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function parseDevFile(text: string | null): DevFile | null {
  // Its content is checked below.
  const parsed = parseJson(text ?? 'null') as Partial<Record<keyof DevFile, unknown>> | null | undefined;
  const { url, pid, started_at } = parsed ?? {};
  if (typeof url !== 'string' || typeof pid !== 'number' || typeof started_at !== 'string') return null;
  return isOnThisMachine(url) && Number.isSafeInteger(pid) && pid > 0 ? { url, pid, started_at } : null;
}

function isOnThisMachine(url: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(url);
}

/** Returns whether a process of this user has this id; one of another user has reused the id. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
