import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { createDatabase } from './postgres.ts';
import type { NewDatabase } from './start-service.ts';

/** The kind of database that this run tests: the project `postgres` provides a server, all others use SQLite. */
export function testedDatabase(): NewDatabase {
  const url = postgresServer();
  return url === undefined ? 'sqlite' : { adminUrl: url };
}

/** Whether this run tests PostgreSQL. */
export function isOnPostgres(): boolean {
  return postgresServer() !== undefined;
}

/** Where a database is, and how use cases name it. */
export interface DatabasePlace {
  /** A file, or the address of a database. */
  readonly at: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/** Returns an empty place for a database of the tested kind, which is dropped after the test. */
export async function newPlace(dataDir: string): Promise<DatabasePlace> {
  const database = testedDatabase();
  if (database === 'sqlite') {
    await mkdir(dataDir, { recursive: true });
    return { at: join(dataDir, 'wf.db'), dataDir, databaseUrl: null };
  }
  const created = await createDatabase(database.adminUrl);
  onTestFinished(() => created[Symbol.asyncDispose]());
  return { at: created.url, dataDir, databaseUrl: created.url };
}

/** Only the project `postgres` provides it. */
function postgresServer(): string | undefined {
  return inject('postgresUrl');
}
