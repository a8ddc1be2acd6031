import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDataFolder } from '../../project/ensure-data-folder.ts';
import { isWritable } from '../files/is-writable.ts';

/**
 * Returns the folder to build in: `build` of the data folder, or, in a project that can only be read, one below a
 * folder of this process, which is removed at its end.
 *
 * @param isKept - whether the result must stay
 */
export async function openBuildFolder(dataDir: string, isKept: boolean): Promise<string> {
  const folder = join(dataDir, 'build');
  if (isKept || isWritable(folder)) {
    await ensureDataFolder(dataDir);
    return folder;
  }
  const own = await mkdtemp(join(tmpdir(), 'wf-build-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return join(own, 'build');
}
