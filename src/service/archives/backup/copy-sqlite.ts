import type { DatabaseSync } from 'node:sqlite';

/** Pages per step: all at once, so that no writer makes the copy start over. */
const ALL_PAGES = 2 ** 31 - 1;

/** Copies a SQLite database that others may use, by SQLite's online backup. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const { DatabaseSync: Database, backup } = process.getBuiltinModule('node:sqlite');
  const source = new Database(from, { readOnly: true });
  try {
    await backup(source, to, { rate: ALL_PAGES });
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
