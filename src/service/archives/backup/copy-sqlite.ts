import type { DatabaseSync } from 'node:sqlite';

/**
 * Copies the rows of a SQLite database that others may use, as of one moment. What was deleted is not in the copy, even
 * where an older `wf` left its bytes in the file.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  const source = new Database(from, { readOnly: true });
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
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
