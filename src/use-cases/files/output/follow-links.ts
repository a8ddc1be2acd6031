import { readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Follows symbolic links to the file that they name, which may not exist yet.
 *
 * @throws `ELOOP` when the links form a circle
 */
export async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const target = await readlink(path).catch(() => null);
    return target === null ? path : await followLinks(resolve(dirname(path), target));
  }
}
