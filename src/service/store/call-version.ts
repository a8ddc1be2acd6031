import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Pool } from 'pg';

/**
 * Answers whether a commit changed what a hosted call runs, or who may make it. Whatever is read after the version, and kept
 * with it, is current for as long as the version stays the same.
 */
export interface CallVersion {
  /** Reads the version of the commits so far. */
  read(this: void): number | Promise<number>;
  close(this: void): void;
}

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

interface Seen {
  readonly snapshot: string;
  /** When the server started: another server has other transactions. */
  readonly server: string;
}

/**
 * Asks the server whether a transaction that changed calls has committed since the last question. Calls that arrive
 * while a question is on its way share the next one.
 */
export function createPostgresCallVersion(pool: Pick<Pool, 'query'>): CallVersion {
  let version = 0;
  let seen: Seen | null = null;
  const check = async (): Promise<number> => {
    const before = seen;
    // Whatever happens to this question, the answers to earlier ones do not count any more.
    seen = null;
    const { rows } = await pool.query<Seen & { changed: boolean }>(toQuestion(before?.snapshot ?? null));
    const [row] = rows;
    if (row === undefined || row.changed || row.server !== before?.server) version += 1;
    seen = row ?? null;
    return version;
  };
  return { read: shareNext(check), close: () => undefined };
}

/** Named, so that the server parses and plans it once for each connection. */
function toQuestion(snapshot: string | null) {
  return {
    name: 'wf_call_changes',
    text: `select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
      $1::pg_snapshot is null or exists (
        select from call_changes
        where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      ) as changed`,
    values: [snapshot],
  };
}

/** Runs one work at a time; callers that wait share the next run, which begins after they came. */
function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;
  const run = async (after: Promise<unknown> | null): Promise<T> => {
    // The failure of an earlier run belongs to its own callers.
    await after?.catch(() => undefined);
    running = next;
    next = null;
    return await work();
  };
  return () => {
    if (next === null) {
      next = run(running);
      const own = next;
      const done = () => {
        if (running === own) running = null;
      };
      own.then(done, done);
    }
    return next;
  };
}
