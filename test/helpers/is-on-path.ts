import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns whether a program is installed. */
export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
