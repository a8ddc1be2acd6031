import { accessSync, closeSync, constants, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, type KyselyConfig } from 'kysely';
import { userError } from '../../foundation/errors/wf-error.ts';
import { createSqliteCallVersion } from './call-version.ts';
import { createCheckpoints, LONG_LOG_PAGES } from './checkpoints/create-checkpoints.ts';
import { migrate, requireNewest, type WantedSchema } from './migrate.ts';
import type { Database, Db } from './schema.ts';
import { createSqliteDialect, makeShrinkable, reclaimPages, retryWhileBusy } from './sqlite-dialect.ts';

export interface SqliteOptions {
  /** The SQLite file; created when missing, in a folder that exists. */
  readonly file: string;
  /** How long to wait for another process that writes. @defaultValue 5000 */
  readonly busyTimeoutMs?: number;
  /** Size of SQLite's page cache in MB; the operating system caches pages as well. @defaultValue 16 */
  readonly cacheMb?: number;
  /** Whether nobody else reads meanwhile: reads then wait for a transaction, and open no connection. @defaultValue false */
  readonly isAlone?: boolean;
  /** Whether to create a missing file. Without it, and alone, it counts as an empty database that can only be read. @defaultValue true */
  readonly creates?: boolean;
  /** Script of the thread that copies the log into the file. Without it, commits do, which take longer. */
  readonly checkpointScript?: URL;
}

export type Log = Pick<KyselyConfig, 'log'>;

export async function openSqlite(options: SqliteOptions, wanted: WantedSchema, log: Log) {
  const { file, busyTimeoutMs = 5000, cacheMb = 16, isAlone = false, creates = true, checkpointScript } = options;
  const unwritable = isAlone ? openUnwritable(file, creates) : null;
  if (unwritable !== null) return await readUnwritable(unwritable, busyTimeoutMs, wanted.label, log);
  const isNew = makePrivateFile(file);
  // Loaded here: a service on PostgreSQL needs none of it.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
  const cacheOf = (megabytes: number) => `pragma cache_size = ${-megabytes * 1024}`;
  try {
    await makeShrinkable(database, busyTimeoutMs);
    await retryWhileBusy(() => database.exec('pragma journal_mode = wal'), busyTimeoutMs);
    database.exec(cacheOf(isAlone ? cacheMb : Math.min(cacheMb, WRITER_CACHE_MB)));
    database.exec(SYNCHRONOUS.full);
    database.exec(COPY_IN_COMMITS);
    database.exec(OVERWRITE_DELETED);
  } catch (error) {
    if (isNew) removeEmpty(file, database);
    database.close();
    throw error;
  }
  const checkpoints = checkpointScript === undefined ? null : createCheckpoints(database, file, checkpointScript);
  const dialect = createSqliteDialect(() => database, busyTimeoutMs, checkpoints?.note);
  const db = new Kysely<Database>({ dialect, ...log });
  try {
    await migrate(db, { dialect: 'sqlite', ...wanted });
    // A process whose first start failed may have removed it: what is written now would be lost.
    if (!existsSync(file)) throw userError('WF_DATABASE', `${file} was removed while it was opened.`);
  } catch (error) {
    if (isNew) removeEmpty(file, database);
    await db.destroy();
    throw error;
  }
  const passingTransaction = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    db.connection().execute(async (connection) => {
      // Not as a query: SQLite applies this when it compiles the statement, and compiled statements are cached.
      database.exec(SYNCHRONOUS.normal);
      try {
        return await connection.transaction().execute(work);
      } finally {
        database.exec(SYNCHRONOUS.full);
      }
    });
  const emptyLog = async (): Promise<void> => {
    if (checkpoints !== null) return checkpoints.empty();
    // What fails is repeated by whoever closes the file last.
    await db
      .connection()
      .execute(async () => database.exec('pragma wal_checkpoint(truncate)'))
      .catch(() => undefined);
  };
  const reclaim = () => db.connection().execute(() => reclaimPages(database, busyTimeoutMs));
  const openReader = () => {
    const dialect = createSqliteDialect(() => {
      if (!database.isOpen) throw new Error('The database is closed.');
      const beside = new DatabaseSync(file, { readOnly: true });
      beside.exec(cacheOf(cacheMb));
      return beside;
    }, busyTimeoutMs);
    return new Kysely<Database>({ dialect, ...log });
  };
  const reads = isAlone ? db : openReader();
  const readBeside = async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
    const reader = openReader();
    try {
      return await read(reader);
    } finally {
      await reader.destroy();
    }
  };
  const callVersion = createSqliteCallVersion(file);
  const own = { readPool: () => null, readBeside, passingTransaction, reclaim, emptyLog, changes: null, callVersion };
  return { db, reads, dialect: 'sqlite' as const, ...own, closeCheckpoints: checkpoints?.close };
}

/** Serves what only reads. A change fails with SQLite's own error, that the database can only be read. */
async function readUnwritable({ database, isEmpty }: Unwritable, busyTimeoutMs: number, label: string, log: Log) {
  const db = new Kysely<Database>({ dialect: createSqliteDialect(() => database, busyTimeoutMs), ...log });
  try {
    await (isEmpty ? migrate(db, { dialect: 'sqlite', label }) : requireNewest(db, label));
    database.exec('pragma query_only = on');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    reads: db,
    dialect: 'sqlite' as const,
    readPool: () => null,
    readBeside: async <T>(read: (db: Db) => Promise<T>) => await read(db),
    passingTransaction: <T>(work: (db: Db) => Promise<T>) => db.transaction().execute(work),
    changes: null,
    reclaim: async () => false,
    emptyLog: async () => undefined,
    // Nobody changes it.
    callVersion: { read: () => 0, close: () => undefined },
  };
}

/** A commit writes the changed pages that the cache holds in one piece, which takes two milliseconds or more for each MB. */
const WRITER_CACHE_MB = 8;

/** The commit that makes the log long copies it into the file. */
const COPY_IN_COMMITS = `pragma wal_autocheckpoint = ${LONG_LOG_PAGES}`;

/** Fills what is deleted with zeros. Inserts cost the same, deletes half as much again; `fast` would leave whole pages as they were. */
const OVERWRITE_DELETED = 'pragma secure_delete = on';

/** Whether a commit waits for the disk; with `normal`, the next full one makes it durable. */
const SYNCHRONOUS = { full: 'pragma synchronous = full', normal: 'pragma synchronous = normal' };

/**
 * Bundles, test sets and key hashes are private. If the file cannot be created, opening it fails.
 *
 * @returns whether it is new
 */
function makePrivateFile(file: string): boolean {
  try {
    closeSync(openSync(file, 'ax', 0o600));
    return true;
  } catch {
    // SQLite's own error says more: it distinguishes a read-only file from a missing one.
    return false;
  }
}

/**
 * Removes the file of a database whose first start failed, as on a full disk: later commands would call it damaged. Not
 * while another process writes its first tables.
 */
function removeEmpty(file: string, database: DatabaseSync): void {
  try {
    database.exec('begin immediate');
    if (database.prepare('select 1 from sqlite_schema').get() !== undefined) return;
    for (const rest of ['', '-wal', '-shm']) rmSync(`${file}${rest}`, { force: true });
  } catch {
    // It is in use, or is not a database: its next start reports it.
  }
}

interface Unwritable {
  readonly database: DatabaseSync;
  /** Whether there is no file, and it is empty. */
  readonly isEmpty: boolean;
}

/**
 * Opens a SQLite file that this process can only read, such as one on a read-only disk. A file that is missing there,
 * or must not be created, counts as an empty database.
 *
 * @returns `null` when the file can be written
 */
function openUnwritable(file: string, creates: boolean): Unwritable | null {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  if (!existsSync(file))
    return creates && canCreate(file) ? null : { database: new DatabaseSync(':memory:'), isEmpty: true };
  if (canWrite(file) && canWrite(dirname(file))) return null;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.prepare('select count(*) from sqlite_schema').get();
    return { database, isEmpty: false };
  } catch (error) {
    database.close();
    if (hasLog(file)) throw error;
  }
  // SQLite reads its log through an index, which it cannot create here. Without a log, nothing can be missed.
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  return { database: new DatabaseSync(address, { readOnly: true }), isEmpty: false };
}

/** Returns whether a file or a folder that does not exist can be created in the nearest folder that does. */
function canCreate(path: string): boolean {
  const folder = dirname(path);
  if (existsSync(folder) || folder === path) return canWrite(folder);
  return canCreate(folder);
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
