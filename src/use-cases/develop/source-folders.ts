import { lstat, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { listLinked } from '../../foundation/working-folder.ts';
import { ensureDataFolder } from '../../project/ensure-data-folder.ts';
import { openWorkingFolder, type WorkingFolder } from '../../sandbox/working-folder.ts';

/** Returns the folders for the generated files of `wf dev`. */
export function sourceFolders(dataDir: string) {
  const versions = join(dataDir, 'dev');
  return {
    /** Contains a folder for each loaded version. */
    versions,
    /** The SDK's modules, which every version imports. */
    sdk: join(versions, 'sdk'),
    /** Contains the files that the last version carries. */
    carried: join(versions, 'carried'),
    /** Where every version may write. */
    own: openWorkingFolder(join(versions, 'own')),
    /** Module that preloads the last version's packages for the next. */
    preload: join(versions, 'preload.mjs'),
  };
}

/**
 * Removes the versions that an earlier run left and what they wrote, but not the list of packages to preload.
 *
 * @throws {WF_DATABASE} when the folder, or one in it, is a link
 */
export async function emptyVersions(dataDir: string): Promise<void> {
  await ensureDataFolder(dataDir);
  const { versions, own } = sourceFolders(dataDir);
  await mkdir(versions, { recursive: true });
  const old = (await readdir(versions)).filter((name) => /^\d+$|^own$/.test(name));
  await Promise.all(old.map(async (name) => await rm(join(versions, name), { recursive: true, force: true })));
  await mkdir(own.cwd, { recursive: true });
}

/** Makes the working folder have a link to each file and folder that the last version carries, but not in the place of what it wrote. */
export async function linkCarried({ cwd }: WorkingFolder, carriedFolder: string): Promise<void> {
  const old = (await readdir(cwd, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink());
  await Promise.all(old.map(async ({ name }) => await rm(join(cwd, name))));
  // A link of Windows to a file needs the rights of an administrator.
  if (process.platform === 'win32') return;
  for (const path of listLinked(carriedFolder)) {
    const link = join(cwd, basename(path));
    if ((await lstat(link).catch(() => null)) === null) await symlink(path, link);
  }
}
