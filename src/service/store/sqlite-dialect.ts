import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type LimitNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { backOffMs } from '../../foundation/back-off.ts';
import { requireStorable } from './any-value.ts';

/** Most distinct statements to cache. Beyond it, the cache starts over. */
const STATEMENT_LIMIT = 300;

/**
 * Kysely over Node's own SQLite, for which Kysely has no dialect.
 *
 * @param open - opens the database, on the first query
 * @param busyTimeoutMs - how long a statement waits for another connection that writes
 * @param onRelease - called when a transaction or a statement outside of one has ended
 */
export function createSqliteDialect(open: () => DatabaseSync, busyTimeoutMs: number, onRelease?: () => void): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateSqliteDriver(open, busyTimeoutMs, onRelease),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new BoundLimitCompiler(),
  };
}

/** SQLite plans a statement anew on each run if its limit is a plain parameter: the plan may depend on the number. */
class BoundLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit cast(');
    this.visitNode(limit);
    this.append(' as integer)');
  }
}

/**
 * Takes the write lock when a transaction begins. A deferred transaction that reads first and then writes fails at once
 * if another process wrote in between, without waiting for it.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  #database: DatabaseSync | undefined;
  readonly #busyTimeoutMs: number;
  readonly #onRelease: (() => void) | undefined;

  constructor(open: () => DatabaseSync, busyTimeoutMs: number, onRelease?: () => void) {
    super({ database: async () => toKyselyDatabase((this.#database = open())) });
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#onRelease = onRelease;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return createWaitingConnection(await super.acquireConnection(), this.#busyTimeoutMs);
  }

  override async releaseConnection(): Promise<void> {
    try {
      this.#onRelease?.();
    } finally {
      await super.releaseConnection();
    }
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk ends the transaction automatically: another rollback would fail, and hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database?.isTransaction === true) await super.rollbackTransaction(connection);
  }
}

/** Waits for a lock without blocking the thread, as SQLite's own busy handler would. */
function createWaitingConnection(connection: DatabaseConnection, busyTimeoutMs: number): DatabaseConnection {
  return {
    executeQuery: (query) => retryWhileBusy(() => connection.executeQuery(query), busyTimeoutMs),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

const BUSY = 5;
const MAX_PAUSE_MS = 25;

/** Retries while another connection has the lock, until the timeout. */
export async function retryWhileBusy<T>(work: () => T | Promise<T>, timeoutMs: number): Promise<T> {
  let deadline: number | undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      deadline ??= performance.now() + timeoutMs;
      if (performance.now() >= deadline) throw error;
      await delay(backOffMs(attempt, 1, MAX_PAUSE_MS));
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;
}

function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const found = prepared.get(sql);
      if (found !== undefined) return found;
      if (prepared.size >= STATEMENT_LIMIT) prepared.clear();
      const statement = toKyselyStatement(database.prepare(sql));
      prepared.set(sql, statement);
      return statement;
    },
  };
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...toInput(parameters)),
    run: (parameters) => statement.run(...toInput(parameters)),
    iterate: (parameters) => statement.iterate(...toInput(parameters)) as IterableIterator<unknown>,
  };
}

function toInput(parameters: readonly unknown[]): SQLInputValue[] {
  requireStorable(parameters);
  // Kysely's parameters are what the table types contain: text, numbers, bytes and null.
  return parameters as SQLInputValue[];
}

/** Two milliseconds of work or so. */
const RECLAIM = 'pragma incremental_vacuum(256)';

const SHRINKABLE = 'pragma auto_vacuum = incremental';
const INCREMENTAL = 2;

/** Makes a new file able to shrink. A file with tables keeps its size, and reuses its free pages. */
export async function makeShrinkable(database: DatabaseSync, busyTimeoutMs: number): Promise<void> {
  // The pragma writes even where it changes nothing, so that opening a file would wait for those who write to it.
  await retryWhileBusy(() => {
    if (readPragma(database, 'page_count') === 0) database.exec(SHRINKABLE);
  }, busyTimeoutMs);
}

/** Gives some free pages back to the file system. @returns whether there are more */
export async function reclaimPages(database: DatabaseSync, busyTimeoutMs: number): Promise<boolean> {
  // Not as a query: a prepared statement would free a single page.
  await retryWhileBusy(() => database.exec(RECLAIM), busyTimeoutMs);
  return readPragma(database, 'auto_vacuum') === INCREMENTAL && readPragma(database, 'freelist_count') !== 0;
}

function readPragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`pragma ${name}`).get()?.[name];
}
