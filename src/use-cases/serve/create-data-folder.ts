import { UserError } from '../../foundation/errors/wf-error.ts';
import { ensureDataFolder } from '../../project/ensure-data-folder.ts';
import { isWritable } from '../files/is-writable.ts';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name exists',
  ENOTDIR: 'part of its path is a file',
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Creates the data folder of the embedded service if it does not exist.
 *
 * @param mayBeMissing - whether commands that only read do without it where nothing can be written; otherwise false
 * @throws {WF_DATABASE} with the folder and the reason when it cannot be created
 */
export async function createDataFolder(folder: string, mayBeMissing = false): Promise<void> {
  if (mayBeMissing && !isWritable(folder)) return;
  try {
    await ensureDataFolder(folder);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
    if (reason === undefined) throw error;
    throw new UserError({
      code: 'WF_DATABASE',
      message: `Cannot create the database folder ${folder}: ${reason}.`,
      nextSteps: ['wf config list'],
      cause: error,
    });
  }
}
