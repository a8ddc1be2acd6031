import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { explainDatabaseError } from './explain-database-error.ts';
import { KNOWN_SCHEMA, readVersion, requireWhole } from './migrate.ts';
import { labelOf, type OpenStoreOptions, type Store } from './open-store.ts';
import type { Database } from './schema.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

/** A database that is copied. */
export interface SourceStore extends Pick<Store, 'dialect' | 'db'>, AsyncDisposable {
  /** Number of its newest migration, which may be older than this program's. */
  readonly schema: number;
}

const BUSY_MS = 5000;

/**
 * Opens a database to copy it, and leaves its schema as it is: the services that use it may be of an older `wf`.
 *
 * @throws {WF_DATABASE} when it cannot be opened, is damaged, is empty, is from a newer `wf`, or contains an unfinished move
 */
export async function openSource(options: OpenStoreOptions): Promise<SourceStore> {
  const label = labelOf(options);
  const dialect = 'file' in options ? 'sqlite' : 'postgres';
  const db = new Kysely<Database>({ dialect: await dialectOf(options) });
  try {
    const schema = await readVersion(db, dialect);
    if (schema === 0)
      throw unreadable(`${label} is not a database of wf.`, 'Name another one: --data-dir or --database-url');
    if (schema > KNOWN_SCHEMA)
      throw unreadable(
        `${label} belongs to a newer wf: its schema is number ${schema}, and this wf knows up to ${KNOWN_SCHEMA}.`,
        'Run this command with the wf of the service that uses it: GET /health has its version',
      );
    await requireWhole(db, dialect, label);
    return { dialect, db, schema, [Symbol.asyncDispose]: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw explainDatabaseError(error, label);
  }
}

async function dialectOf(options: OpenStoreOptions) {
  if ('file' in options) {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const { file } = options;
    if (!existsSync(file)) throw unreadable(`There is no database at ${file}.`, 'Name another one: --data-dir DIR');
    return createSqliteDialect(() => new DatabaseSync(file, { timeout: 0 }), BUSY_MS);
  }
  const { createPostgresDialect } = await import('./open-postgres.ts');
  return (await createPostgresDialect(options.url)).dialect;
}

function unreadable(message: string, nextStep: string): UserError {
  return new UserError({ code: 'WF_DATABASE', message, nextSteps: [nextStep] });
}
