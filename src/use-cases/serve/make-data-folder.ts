import { mkdir } from 'node:fs/promises';
import { UserError } from '../../errors/wf-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'a file has its name',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'you are not allowed to write there',
  EPERM: 'you are not allowed to write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Makes the folder of the embedded service's data, if it is not there.
 *
 * @throws {WF_DATABASE} naming the folder and why it cannot be made
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
    if (reason === undefined) throw error;
    throw new UserError({
      code: 'WF_DATABASE',
      message: `The folder ${folder}, which holds the database, cannot be made: ${reason}.`,
      nextSteps: ['wf config list'],
      cause: error,
    });
  }
}
