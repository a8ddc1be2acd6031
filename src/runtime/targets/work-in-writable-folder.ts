import { accessSync, constants, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FILES_FOLDER } from '../../foundation/working-folder.ts';

/**
 * Moves a program whose working folder can only be read, as on Lambda and in a pod with a read-only root, to a temporary one
 * with links to the files that its bundle carries. There, as under a service, a module may create a file when it is loaded.
 */
export function workInWritableFolder(): void {
  const before = process.cwd();
  try {
    accessSync(before, constants.W_OK);
  } catch {
    moveFrom(before);
  }
}

function moveFrom(before: string): void {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'wf-'));
    // The bundle has changed to its files, where it carries some.
    const names = basename(before) === FILES_FOLDER ? readdirSync(before) : [];
    for (const name of names) symlinkSync(join(before, name), join(folder, name));
    process.chdir(folder);
  } catch {
    // Nothing is writable: the workflow may need no file.
  }
}
