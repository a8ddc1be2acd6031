import type { DatabaseSync } from 'node:sqlite';

/** Copies what commits appended to the log into the database's file. */
export interface Checkpoints {
  /** Reports that a commit may have lengthened the log. */
  note(this: void): void;
  /** Waits for a copy that has begun. */
  close(this: void): Promise<void>;
}

/**
 * Pages of the log that are copied into the file together: 16 MB. With SQLite's default of 1000, many are copied again
 * and again.
 */
const ENOUGH = 4000;
/** If the thread cannot keep up or start, the next commit copies them: 100 MB. */
const TOO_MANY = 25_000;
/** Between two threads: while somebody reads for long, each could copy little or nothing. */
const PAUSE_MS = 500;

/** Sets after how many pages of the log a commit copies them. */
const copyInCommits = (pages: number) => `pragma wal_autocheckpoint = ${pages}`;

/** Lets SQLite copy, in the commit that makes the log long. */
export function createOwnCheckpoints(database: DatabaseSync): Checkpoints {
  database.exec(copyInCommits(ENOUGH));
  return { note: () => undefined, close: async () => undefined };
}

/** Whether SQLite can report how long the log is without copying it: before 3.51, it takes `noop` for `passive`. */
export function canMeasureLog(version: string | undefined = process.versions['sqlite']): boolean {
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? [];
  return major > 3 || (major === 3 && minor >= 51);
}

/**
 * Lets a thread copy, with a connection of its own: a commit of 10 MB takes half of the time.
 *
 * @param script - built from `checkpoint-thread.ts`
 */
export function createThreadCheckpoints(database: DatabaseSync, file: string, script: URL): Checkpoints {
  database.exec(copyInCommits(TOO_MANY));
  // It only reports how long the log is and how much of it is copied, in a microsecond.
  const measure = database.prepare('pragma wal_checkpoint(noop)');
  let running: Promise<void> | null = null;
  let pausedUntil = 0;
  return {
    note() {
      if (running !== null) return;
      const { log, checkpointed } = measure.get() ?? {};
      if (Number(log) - Number(checkpointed) < ENOUGH || performance.now() < pausedUntil) return;
      running = runThread(script, file).finally(() => {
        running = null;
        pausedUntil = performance.now() + PAUSE_MS;
      });
    },
    async close() {
      await running;
    },
  };
}

/** A copy that fails loses nothing: the log contains everything, and the next copy begins where this one stopped. */
async function runThread(script: URL, file: string): Promise<void> {
  // Most processes that open a database end before their log is long.
  const { Worker } = await import('node:worker_threads');
  const { promise, resolve } = Promise.withResolvers<void>();
  const thread = new Worker(script, { workerData: file, stdout: true, stderr: true });
  thread.on('error', () => undefined);
  thread.on('exit', () => resolve());
  await promise;
}
