import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PROJECT_DATA_FOLDER } from './data-folder.ts';
import { requireSafeDataFolder } from './require-safe-data-folder.ts';

/**
 * Creates a data folder, for its user only, if it does not exist. A project's own holds keys and the database, so it
 * tells git to ignore it, whatever the repository's ignore files say.
 *
 * @throws {WF_DATABASE} when another user could have prepared it
 */
export async function ensureDataFolder(folder: string): Promise<void> {
  requireSafeDataFolder(folder);
  await makeFolder(folder);
  if (basename(folder) !== PROJECT_DATA_FOLDER) return;
  // An author who has changed the file keeps it; a folder that only can be read is good as it is.
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}

/** Alone first: creating parents as well, Node calls a read-only disk a missing folder. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && ['ENOENT', 'EEXIST'].includes(String(error.code)))) throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
}
