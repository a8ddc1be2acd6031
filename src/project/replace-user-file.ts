import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../foundation/replace-file.ts';
import { makeOwnFolder } from './make-own-folder.ts';

/**
 * Replaces a small file of the user, even after a crash with the old or the new text. Keeps a symbolic link.
 *
 * @param mode - permission bits of the file; its folder is created for the user only
 * @throws {WF_INVALID_INPUT} when the folder cannot be created
 */
export async function replaceUserFile(file: string, text: string, mode: number): Promise<void> {
  makeOwnFolder(dirname(file));
  await replaceFile(await realpath(file).catch(() => file), text, { mode, flush: true });
}
