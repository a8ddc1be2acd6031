import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** An installation that nobody used for so long is removed: its lock file has changed, or its project is done. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000;
/** Prefix of folders that nobody uses: those of an installation that is under way, or that ended early. */
export const UNFINISHED = 'installing-';

/** Notes that an installation is in use. */
export async function touchPackages(installed: string, now = new Date()): Promise<void> {
  // A folder that this user may only read is kept by its owner.
  await utimes(installed, now, now).catch(() => undefined);
}

/** Removes installations that were not used for a week, and what is left of unfinished ones. */
export async function prunePackages(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const used = await stat(path).catch(() => null);
    if (used === null || now - used.mtimeMs < UNUSED_MS) continue;
    const unused = name.startsWith(UNFINISHED) ? path : join(folder, `${UNFINISHED}${name}`);
    // First out of the way: another process finds all of it, or nothing.
    if (unused !== path) await rename(path, unused).catch(() => undefined);
    await rm(unused, { recursive: true, force: true });
  }
}
