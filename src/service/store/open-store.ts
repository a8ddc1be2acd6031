import { setTimeout as delay } from 'node:timers/promises';
import type { CallVersion } from './call-version.ts';
import { type ChangeListener, createChangeListener } from './change-listener.ts';
import { explainDatabaseError, isLostRace } from './explain-database-error.ts';
import { requireWhole, type WantedSchema } from './migrate.ts';
import type { PoolState } from './open-postgres.ts';
import { type Log, openSqlite, type SqliteOptions } from './open-sqlite.ts';
import type { Db, DialectName } from './schema.ts';

export type OpenStoreOptions =
  | SqliteOptions
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
  /** Empties SQLite's log, which contains what was deleted. A running service does it later, when nobody reads the log. */
  emptyLog(this: void): Promise<void>;
  /** @param isForCaller - whether a caller of the service reads it, who need not know where the database is */
  explain(error: unknown, isForCaller?: boolean): unknown;
  close(): Promise<void>;
}

/**
 * Opens a database and brings its schema up to date.
 *
 * @param isMoving - whether a move fills it, perhaps after an interruption
 * @param schema - number of its last migration, that of what is moved into it; by default the newest
 * @param onQuery - called with the duration of each query, in milliseconds; without it, queries are not timed
 * @throws {WF_DATABASE} when it cannot be opened, is damaged, is from a newer `wf`, or contains an unfinished move
 */
export async function openStore(
  options: OpenStoreOptions,
  {
    isMoving = false,
    schema,
    onQuery,
  }: {
    readonly isMoving?: boolean;
    readonly schema?: number;
    readonly onQuery?: ((ms: number) => void) | undefined;
  } = {},
): Promise<Store> {
  const label = labelOf(options);
  const explain = (error: unknown) => explainDatabaseError(error, label);
  try {
    const log = onQuery === undefined ? {} : toLog(onQuery);
    const store = toStore(await open(options, { label, schema }, log), label);
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

/** Names a database in messages, without a password. */
export function labelOf(options: OpenStoreOptions): string {
  return 'file' in options ? `The database ${options.file}` : `The database at ${withoutPassword(options.url)}`;
}

async function open(options: OpenStoreOptions, schema: WantedSchema, log: Log): Promise<Opened> {
  if ('file' in options) return await openSqlite(options, schema, log);
  // Loaded here: a service on SQLite needs none of it.
  const { openPostgres } = await import('./open-postgres.ts');
  return await openPostgres(options.url, schema, log);
}

type OfEither = 'db' | 'reads' | 'dialect' | 'readPool' | 'readBeside' | 'passingTransaction' | 'reclaim' | 'emptyLog';

type Opened = Pick<Store, OfEither> & {
  /** `null`: nothing is announced, and subscribers poll. */
  readonly changes: ChangeListener | null;
  readonly callVersion: CallVersion;
  /** Waits for a thread that copies the log: who closes the file last removes the log. */
  readonly closeCheckpoints?: (() => Promise<void>) | undefined;
};

function toStore(opened: Opened, label: string): Store {
  const { db, reads, dialect, readPool, readBeside, passingTransaction, reclaim, emptyLog, callVersion } = opened;
  let { changes } = opened;
  const close = async () => {
    await changes?.[Symbol.asyncDispose]();
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
    subscribe: (topic) => (changes ??= createChangeListener(null)).subscribe(topic),
    passingTransaction,
    reclaim,
    emptyLog,
    readCallVersion: callVersion.read,
    transaction: (work) => (dialect === 'sqlite' ? db.transaction().execute(work) : runSerializable(db, work)),
    explain: (error, isForCaller = false) => explainDatabaseError(error, isForCaller ? 'The database' : label),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function toLog(onQuery: (ms: number) => void): Log {
  return { log: ({ queryDurationMillis }) => onQuery(queryDurationMillis) };
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
