import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '../../foundation/errors/wf-error.ts';

/** Returns whether this process may write a file, or create it where it does not exist. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT');
    return isMissing && dirname(path) !== path && isWritable(dirname(path));
  }
}
