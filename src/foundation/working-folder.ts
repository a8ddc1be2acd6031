import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Folder next to a bundle with the files that it carries. */
export const FILES_FOLDER = 'files';
/** More are not linked: the programs that hold a process get each link as an argument. */
const MAX_LINKS = 256;

/** Lists what stands in the folder of the files that a bundle carries. @param folder - that of the bundle */
export function listCarried(folder: string): string[] {
  const files = join(folder, FILES_FOLDER);
  try {
    return readdirSync(files).map((name) => join(files, name));
  } catch {
    // There are none, or a process that is held may not look.
    return [];
  }
}

/** Lists those that the working folder of a bundle's process has links to. */
export function listLinked(folder: string): string[] {
  const carried = listCarried(folder);
  return carried.length > MAX_LINKS ? [] : carried;
}

/** Name by which the code of a bundle finds that its process has a working folder of its own. */
export const HAS_WORKING_FOLDER = '__wfHasWorkingFolder';

/**
 * Lets a bundle that carries files stay in the working folder of its process, where it may write, if that has links to them.
 * Elsewhere, it changes to the folder of its files.
 */
export function keepWorkingFolder(bundle: string): void {
  const [first] = listCarried(dirname(bundle));
  if (first === undefined || existsSync(basename(first))) Reflect.set(globalThis, HAS_WORKING_FOLDER, true);
}

/** Returns whether this process works in a folder of its own. */
export function hasWorkingFolder(): boolean {
  return Reflect.get(globalThis, HAS_WORKING_FOLDER) === true;
}
