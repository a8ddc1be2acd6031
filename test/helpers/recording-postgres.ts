import {
  type CompiledQuery,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Db } from '../../src/service/store/schema.ts';

/** What the database answers to one statement. */
export interface RecordedAnswer {
  readonly rows?: readonly object[];
  readonly affected?: bigint;
  /** Fails the statement. */
  readonly error?: Error;
}

/** A statement on one line, with its values. */
export type RecordedStatement = readonly [text: string, ...values: unknown[]];

/**
 * Creates a database of PostgreSQL's dialect without a server. It records each statement, and transactions with an isolation level of their own, and gives the answers in turn:
 * for code that decides by what the database says. Whether the statements are right is tested on a real one.
 */
export function recordingPostgres(answers: readonly RecordedAnswer[] = []) {
  const statements: RecordedStatement[] = [];
  const left = [...answers];
  class Recorder extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
          statements.push([sql.replaceAll(/\s+/g, ' ').trim(), ...parameters]);
          const { rows = [], affected, error } = left.shift() ?? {};
          if (error !== undefined) throw error;
          // The test says which rows a statement gives.
          return { rows: rows as R[], ...(affected === undefined ? {} : { numAffectedRows: affected }) };
        },
        streamQuery: () => {
          throw new Error('not recorded');
        },
      };
    }
  }
  // The dummy takes no settings.
  const beginTransaction = async (_: unknown, { isolationLevel }: TransactionSettings) => {
    if (isolationLevel !== undefined) statements.push([`begin, ${isolationLevel}`]);
  };
  const db: Db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: (): Driver => Object.assign(new Recorder(), { beginTransaction }),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, statements };
}
