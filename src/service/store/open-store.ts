import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type KyselyConfig, sql } from 'kysely';
import type { CallVersion } from './call-version.ts';
import { canMeasureLog, createOwnCheckpoints, createThreadCheckpoints } from './checkpoints/create-checkpoints.ts';
import { makeShrinkable, reclaimPages } from './deletion/reclaim-pages.ts';
import { type ChangeListener, createChangeListener } from './change-listener.ts';
import { explainDatabaseError, isLostRace } from './explain-database-error.ts';
import { listenPostgres } from './listen-postgres.ts';
import { migrate, requireNewest } from './migrate.ts';
import { openUnwritable, type Unwritable } from './open-unwritable.ts';
import type { PoolState, PostgresConnections } from './postgres-dialect.ts';
import { createSqliteCallVersion } from './sqlite-call-version.ts';
import { requireWhole } from './unfinished-move.ts';
import type { Database, Db, DialectName } from './schema.ts';
import { createSqliteDialect, retryWhileBusy } from './sqlite-dialect.ts';

export type OpenStoreOptions =
  | {
      /** The SQLite file; created when missing, with its folder. */
      readonly file: string;
      /** How long to wait for another process that writes. @defaultValue 5000 */
      readonly busyTimeoutMs?: number;
      /** Size of SQLite's page cache in MB; the operating system caches pages as well. @defaultValue 16 */
      readonly cacheMb?: number;
      /** Whether nobody else reads meanwhile: reads then wait for a transaction, and open no connection. @defaultValue false */
      readonly isAlone?: boolean;
      /** Script of the thread that copies the log into the file. Without it, commits do, which take longer. */
      readonly checkpointScript?: URL;
    }
  | {
      /** `postgres://user:password@host/database` */
      readonly url: string;
    };

/** The database of a service, with an up-to-date schema. */
export interface Store extends AsyncDisposable {
  readonly dialect: DialectName;
  readonly db: Db;
  /** For queries that only read: they see what is committed, and never wait for a transaction. */
  readonly reads: Db;
  /** Runs work that is stored completely or not at all. It may run again when a concurrent transaction wins. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs work that is stored completely or not at all, and may be lost when the machine stops: nothing waits for the
   * disk. After waiting for a lock it sees what was committed meanwhile.
   */
  passingTransaction<T>(this: void, work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs queries beside the current transaction: SQLite's only connection waits for that to end. */
  readBeside<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** How the connections are used; `null` on SQLite, which has one. */
  readPool(): PoolState | null;
  /** Subscribes to changes by other processes; PostgreSQL announces them. */
  readonly subscribe: ChangeListener['subscribe'];
  /** Answers whether a commit changed what hosted calls run. */
  readonly readCallVersion: CallVersion['read'];
  /** Gives some free pages of SQLite's file back to the file system. @returns whether there are more */
  reclaim(this: void): Promise<boolean>;
  /** Turns an error of the database itself into a readable one. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}

/**
 * Opens a database and brings its schema up to date.
 *
 * @param isMoving - whether a move fills it, perhaps after an interruption
 * @param onQuery - called with the duration of each query, in milliseconds; without it, queries are not timed
 * @throws {WF_DATABASE} when it cannot be opened, is damaged, is from a newer `wf`, or contains an unfinished move
 */
export async function openStore(
  options: OpenStoreOptions,
  {
    isMoving = false,
    onQuery,
  }: { readonly isMoving?: boolean; readonly onQuery?: ((ms: number) => void) | undefined } = {},
): Promise<Store> {
  const label = 'file' in options ? `The database ${options.file}` : `The database at ${withoutPassword(options.url)}`;
  const explain = (error: unknown) => explainDatabaseError(error, label);
  try {
    const log = onQuery === undefined ? {} : toLog(onQuery);
    const opened =
      'file' in options ? await openSqlite(options, label, log) : await openPostgres(options.url, label, log);
    const store = toStore(opened, label);
    if (isMoving) return store;
    try {
      await requireWhole(store.db, store.dialect, label);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  } catch (error) {
    throw explain(error);
  }
}

type Opened = Pick<Store, 'db' | 'reads' | 'dialect' | 'readPool' | 'readBeside' | 'passingTransaction' | 'reclaim'> & {
  readonly changes: ChangeListener;
  readonly callVersion: CallVersion;
  /** Waits for a thread that copies the log: who closes the file last removes the log. */
  readonly closeCheckpoints?: () => Promise<void>;
};

function toStore(opened: Opened, label: string): Store {
  const { db, reads, dialect, readPool, readBeside, passingTransaction, reclaim, changes, callVersion } = opened;
  const close = async () => {
    await changes[Symbol.asyncDispose]();
    callVersion.close();
    if (reads !== db) await reads.destroy();
    await opened.closeCheckpoints?.();
    await db.destroy();
  };
  return {
    dialect,
    db,
    reads,
    readPool,
    readBeside,
    subscribe: changes.subscribe,
    passingTransaction,
    reclaim,
    readCallVersion: callVersion.read,
    transaction: (work) => (dialect === 'sqlite' ? db.transaction().execute(work) : runSerializable(db, work)),
    explain: (error) => explainDatabaseError(error, label),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Log = Pick<KyselyConfig, 'log'>;

function toLog(onQuery: (ms: number) => void): Log {
  return { log: ({ queryDurationMillis }) => onQuery(queryDurationMillis) };
}

async function openSqlite(
  options: Extract<OpenStoreOptions, { readonly file: string }>,
  label: string,
  log: Log,
): Promise<Opened> {
  const { file, busyTimeoutMs = 5000, cacheMb = 16, isAlone = false, checkpointScript } = options;
  const unwritable = isAlone ? openUnwritable(file) : null;
  if (unwritable !== null) return await readUnwritable(unwritable, busyTimeoutMs, label, log);
  makePrivateFile(file);
  // Loaded here: a service on PostgreSQL needs none of it.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
  const cacheOf = (megabytes: number) => `pragma cache_size = ${-megabytes * 1024}`;
  try {
    await makeShrinkable(database, busyTimeoutMs);
    await retryWhileBusy(() => database.exec('pragma journal_mode = wal'), busyTimeoutMs);
    database.exec(cacheOf(isAlone ? cacheMb : Math.min(cacheMb, WRITER_CACHE_MB)));
    database.exec(SYNCHRONOUS.full);
  } catch (error) {
    database.close();
    throw error;
  }
  const checkpoints =
    checkpointScript === undefined || !canMeasureLog()
      ? createOwnCheckpoints(database)
      : createThreadCheckpoints(database, file, checkpointScript);
  const dialect = createSqliteDialect(() => database, busyTimeoutMs, checkpoints.note);
  const db = new Kysely<Database>({ dialect, ...log });
  try {
    await migrate(db, { dialect: 'sqlite', label });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const passingTransaction: Store['passingTransaction'] = (work) =>
    db.connection().execute(async (connection) => {
      // Not as a query: SQLite applies this when it compiles the statement, and compiled statements are cached.
      database.exec(SYNCHRONOUS.normal);
      try {
        return await connection.transaction().execute(work);
      } finally {
        database.exec(SYNCHRONOUS.full);
      }
    });
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
  const readBeside: Store['readBeside'] = async (read) => {
    const reader = openReader();
    try {
      return await read(reader);
    } finally {
      await reader.destroy();
    }
  };
  const changes = createChangeListener(null);
  const callVersion = createSqliteCallVersion(file);
  const own = { readPool: () => null, readBeside, passingTransaction, reclaim, changes, callVersion };
  return { db, reads, dialect: 'sqlite', ...own, closeCheckpoints: checkpoints.close };
}

/** Serves what only reads. A change fails with SQLite's own error, that the database can only be read. */
async function readUnwritable(
  { database, isEmpty }: Unwritable,
  busyTimeoutMs: number,
  label: string,
  log: Log,
): Promise<Opened> {
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
    dialect: 'sqlite',
    readPool: () => null,
    readBeside: async (read) => await read(db),
    passingTransaction: (work) => db.transaction().execute(work),
    changes: createChangeListener(null),
    reclaim: async () => false,
    // Nobody changes it.
    callVersion: { read: () => 0, close: () => undefined },
  };
}

/** A commit writes the changed pages that the cache holds in one piece, which takes two milliseconds or more for each MB. */
const WRITER_CACHE_MB = 8;

/** Whether a commit waits for the disk; with `normal`, the next full one makes it durable. */
const SYNCHRONOUS = { full: 'pragma synchronous = full', normal: 'pragma synchronous = normal' };

/** Bundles, test sets and key hashes are private. If the file cannot be created, opening it fails. */
function makePrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // SQLite's own error says more: it distinguishes a read-only file from a missing one.
  }
}

async function openPostgres(url: string, label: string, log: Log): Promise<Opened> {
  const { createPostgresDialect } = await import('./postgres-dialect.ts');
  await migrateWithoutLimits(await createPostgresDialect(url, { isUnlimited: true }), label);
  const connections = await createPostgresDialect(url);
  const db = new Kysely<Database>({ dialect: connections.dialect, ...log });
  const changes = createChangeListener(listenPostgres(url));
  const passingTransaction: Store['passingTransaction'] = (work) =>
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction);
        return await work(transaction);
      });
  const readBeside: Store['readBeside'] = async (read) => await read(db);
  const { readPool, callVersion } = connections;
  // PostgreSQL's own autovacuum reuses the space.
  const own = { readPool, readBeside, passingTransaction, reclaim: async () => false, changes, callVersion };
  return { db, reads: db, dialect: 'postgres', ...own };
}

/** Waiting for another process that migrates, or changing a large table, may take longer than any request should. */
async function migrateWithoutLimits({ dialect }: PostgresConnections, label: string): Promise<void> {
  const db = new Kysely<Database>({ dialect });
  try {
    await migrate(db, { dialect: 'postgres', label });
  } finally {
    await db.destroy();
  }
}

const ATTEMPTS = 8;

/** Runs work as if no other transaction ran meanwhile; again, after a pause, when another one wins. */
export async function runSerializable<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work);
    } catch (error) {
      if (!isLostRace(error) || attempt === ATTEMPTS) throw error;
      await delay(Math.random() * 5 * 2 ** attempt);
    }
  }
}

function withoutPassword(url: string): string {
  return URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : 'that address';
}
