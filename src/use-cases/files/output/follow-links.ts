import { readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { hasCode } from '../../../foundation/errors/read-thrown.ts';

/**
 * Follows symbolic links to the file that they name, which may not exist yet.
 *
 * @throws `ELOOP` when the links form a circle
 */
export async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    const target = await readlink(path).catch(() => null);
    return target === null ? path : await followLinks(resolve(dirname(path), target));
  }
}
