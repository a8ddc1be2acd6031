import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PROJECT_DATA_FOLDER } from './data-folder.ts';
import { makeOwnFolder } from './make-own-folder.ts';
import { requireSafeDataFolder } from './require-safe-data-folder.ts';

/**
 * Creates a data folder, for its user only, if it does not exist. A project's own holds keys and the database, so it
 * tells git to ignore it, whatever the repository's ignore files say.
 *
 * @throws {WF_DATABASE} when another user could have prepared it
 * @throws {WF_INVALID_INPUT} when the folder above it does not exist
 */
export async function ensureDataFolder(folder: string): Promise<void> {
  requireSafeDataFolder(folder);
  makeOwnFolder(folder);
  if (basename(folder) !== PROJECT_DATA_FOLDER) return;
  // An author who has changed the file keeps it; a folder that only can be read is good as it is.
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}
