import {
  type Dialect,
  Kysely,
  type KyselyConfig,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type CallVersion, createPostgresCallVersion } from './call-version.ts';
import { createChangeListener, listenPostgres } from './change-listener.ts';
import { migrate, type WantedSchema } from './migrate.ts';
import { NO_LIMITS, readPostgresLimits } from './postgres-limits.ts';
import type { Database, Db } from './schema.ts';

export interface PoolState {
  readonly open: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
  readonly limit: number;
}

export interface PostgresConnections {
  readonly dialect: Dialect;
  readPool(this: void): PoolState;
  readonly callVersion: CallVersion;
}

export async function openPostgres(url: string, wanted: WantedSchema, log: Pick<KyselyConfig, 'log'>) {
  await migrateWithoutLimits(await createPostgresDialect(url, { isUnlimited: true }), wanted);
  const connections = await createPostgresDialect(url);
  const db = new Kysely<Database>({ dialect: connections.dialect, ...log });
  const changes = createChangeListener(listenPostgres(url));
  const passingTransaction = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction);
        return await work(transaction);
      });
  const readBeside = async <T>(read: (db: Db) => Promise<T>): Promise<T> => await read(db);
  const { readPool, callVersion } = connections;
  // PostgreSQL's own autovacuum reuses the space, and its server has its own log.
  const ofFiles = { reclaim: async () => false, emptyLog: async () => undefined };
  const own = { readPool, readBeside, passingTransaction, changes, callVersion };
  return { db, reads: db, dialect: 'postgres' as const, ...own, ...ofFiles };
}

/** Waiting for another process that migrates, or changing a large table, may take longer than any request should. */
async function migrateWithoutLimits({ dialect }: PostgresConnections, wanted: WantedSchema): Promise<void> {
  const db = new Kysely<Database>({ dialect });
  try {
    await migrate(db, { dialect: 'postgres', ...wanted });
  } finally {
    await db.destroy();
  }
}

const INT8 = 20;
/** How long to wait for a new or a free connection. */
const CONNECT_MS = 5000;
/** How much longer than the server's own limits we wait for an answer: beyond that, the server is gone. */
const SILENCE_MS = 5000;

/**
 * Kysely over `pg`, which is loaded only here and only on demand. Statements, locks and transactions have time limits,
 * and so does a connection whose server has vanished.
 *
 * @param isUnlimited - one connection whose statements have no time limit
 * @throws {WF_INVALID_INPUT} when the address sets a limit that is not a number
 */
export async function createPostgresDialect(
  url: string,
  { isUnlimited = false }: { readonly isUnlimited?: boolean } = {},
): Promise<PostgresConnections> {
  const { address, limits: given } = readPostgresLimits(url);
  const limits = isUnlimited ? { ...NO_LIMITS, pool_max: 1 } : given;
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: address,
    application_name: 'wf',
    max: limits.pool_max,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: limits.statement_timeout,
    lock_timeout: limits.lock_timeout,
    idle_in_transaction_session_timeout: limits.idle_in_transaction_session_timeout,
    ...(limits.statement_timeout === 0 ? {} : { query_timeout: limits.statement_timeout + SILENCE_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Counts arrive as 64-bit integers, which pg returns as text; ours stay far below 2^53.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // Without listeners, a closed connection would end the process, in use or idle. The query that ran on it fails, and
  // the next one opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    dialect: new PostgresDialect({ pool: discardSilent(pool) }),
    callVersion: createPostgresCallVersion(pool),
    readPool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      limit: limits.pool_max,
    }),
  };
}

/** A pool that discards connections on which an answer failed to come: the next query would wait behind it. */
function discardSilent(pool: Pool): PostgresPool {
  return { options: pool.options, connect: async () => watchSilence(await pool.connect()), end: () => pool.end() };
}

function watchSilence(client: PoolClient): PostgresPoolClient {
  let isSilent = false;
  const query: unknown = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      isSilent ||= error instanceof Error && error.message === 'Query read timeout';
      throw error;
    }
  };
  // Kysely calls it with SQL and values only: cursors are for streams, which nothing here reads.
  return { query: query as PostgresPoolClient['query'], release: () => client.release(isSilent) };
}
