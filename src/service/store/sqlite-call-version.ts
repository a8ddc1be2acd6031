import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CallVersion } from './call-version.ts';

/**
 * Reads the counter that triggers increment. On a connection of its own: the main one would show it changes that are
 * not committed yet, and perhaps never will be.
 */
export function createSqliteCallVersion(file: string): CallVersion {
  let database: DatabaseSync | undefined;
  let statement: StatementSync | undefined;
  const open = (): StatementSync => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    return database.prepare('select version from call_changes');
  };
  return {
    read: () => {
      statement ??= open();
      return Number(statement.get()?.['version']);
    },
    close: () => database?.close(),
  };
}

/** A reader waits only while another process recovers the database. */
const BUSY_MS = 1000;
