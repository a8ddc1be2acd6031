import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDataFolder } from '../../project/ensure-data-folder.ts';

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
    /** Module that preloads the last version's packages for the next. */
    preload: join(versions, 'preload.mjs'),
  };
}

/**
 * Removes the versions that an earlier run left, but not the list of packages to preload.
 *
 * @throws {WF_DATABASE} when the folder, or one in it, is a link
 */
export async function emptyVersions(dataDir: string): Promise<void> {
  await ensureDataFolder(dataDir);
  const { versions } = sourceFolders(dataDir);
  await mkdir(versions, { recursive: true });
  const old = (await readdir(versions)).filter((name) => /^\d+$/.test(name));
  await Promise.all(old.map(async (name) => await rm(join(versions, name), { recursive: true, force: true })));
}
