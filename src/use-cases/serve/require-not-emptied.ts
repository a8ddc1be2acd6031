import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Refuses an empty database file next to a key: something emptied the file, and a new database would hide the loss.
 *
 * @throws {WF_DATABASE}
 */
export async function requireNotEmptied(dataDir: string): Promise<void> {
  const file = join(dataDir, 'wf.db');
  if ((await sizeOf(file)) !== 0 || (await sizeOf(join(dataDir, 'secret.key'))) === null) return;
  // What was written since the last checkpoint is next to the file.
  if (((await sizeOf(`${file}-wal`)) ?? 0) > 0) return;
  throw new UserError({
    code: 'WF_DATABASE',
    message: `${file} is empty (0 bytes), but secret.key next to it belongs to a database with secrets.`,
    nextSteps: [
      'Delete the empty file, and restore a backup: wf restore FILE',
      'To start anew, delete secret.key as well',
    ],
  });
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch {
    // Opening the database reports what is wrong with the folder.
    return null;
  }
}
