import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';

/** Returns whether this process may write a file, or create it where it does not exist. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && dirname(path) !== path && isWritable(dirname(path));
  }
}
