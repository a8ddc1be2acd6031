import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireSafeDataFolder } from '../../project/require-safe-data-folder.ts';
import { userError } from '../../foundation/errors/wf-error.ts';

/** Follows the name of a database that a restore has not finished. */
export const RESTORING = '.restoring';

export interface DatabaseLocation {
  /** Folder of the embedded database, or of the key of a service on PostgreSQL. */
  readonly dataDir: string;
  /** PostgreSQL instead of the file in `dataDir`. */
  readonly databaseUrl: string | null;
}

/**
 * @throws {WF_NO_FILE} when there is no embedded database, with the command that names another folder
 * @throws {WF_DATABASE} when another user could have prepared the folder
 */
export function locateDatabase({ dataDir, databaseUrl }: DatabaseLocation, command: string, remark = '') {
  // Root looks after the folders of services, which run as users of their own; what it writes follows no link.
  requireSafeDataFolder(dataDir, process.getuid?.() || undefined);
  if (databaseUrl !== null) return { url: databaseUrl };
  const file = join(dataDir, 'wf.db');
  if (existsSync(file)) return { file };
  throw userError('WF_NO_FILE', `There is no database at ${file}${remark}.`, [`Name its folder: ${command}`]);
}
