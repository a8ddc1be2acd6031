import type { DatabaseSync } from 'node:sqlite';
import { explainDatabaseError } from '../../store/explain-database-error.ts';

/** Pages per step: all at once, so that no writer makes the copy start over. */
const ALL_PAGES = 2 ** 31 - 1;

/** Copies a SQLite database that others may use, by SQLite's online backup. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const { DatabaseSync: Database, backup } = process.getBuiltinModule('node:sqlite');
  const source = new Database(from, { readOnly: true });
  try {
    requireDatabase(source, from);
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Reads the first page: what fails later may also be the copy. @throws {WF_DATABASE} when the file cannot be read */
function requireDatabase(source: DatabaseSync, file: string): void {
  try {
    source.exec('pragma schema_version');
  } catch (error) {
    throw explainDatabaseError(error, `The database ${file}`);
  }
}

/** Makes a copy one file: without this, its newest rows may be in the log next to it. */
export function closeLog(file: string): void {
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  const database: DatabaseSync = new Database(file);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}
