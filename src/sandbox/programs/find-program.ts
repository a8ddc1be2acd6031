import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Not `PATH`: a cloned repository or another user may have put a folder there. */
const TRUSTED_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
/** Writable for the group or for others. */
const SHARED_MODE = 0o022;

/** Finds a program of the system by its name; `null` when it is missing, or somebody besides root may replace it. */
export function findProgram(name: string): string | null {
  return TRUSTED_FOLDERS.map((folder) => join(folder, name)).find(isOfSystem) ?? null;
}

/**
 * Finds several programs.
 *
 * @returns `null` when one is missing, or is BusyBox's, whose options are others
 */
export function findPrograms<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> | null {
  const found = names.map((name) => [name, findProgram(name)] as const);
  const isComplete = found.every(([, path]) => path !== null && !realpathSync(path).endsWith('busybox'));
  // Every name has its path.
  return isComplete ? (Object.fromEntries(found) as Record<Name, string>) : null;
}

function isOfSystem(path: string): boolean {
  try {
    const file = realpathSync(path);
    return [file, dirname(file)].every((each) => {
      const { uid, mode } = statSync(each);
      return uid === 0 && (mode & SHARED_MODE) === 0;
    });
  } catch {
    // Missing, or not accessible.
    return false;
  }
}
