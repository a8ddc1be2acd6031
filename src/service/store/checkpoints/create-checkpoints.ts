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
export const LONG_LOG_PAGES = 4000;
/** If the thread cannot keep up or start, the next commit copies them: 100 MB. */
const COPY_LATE = 'pragma wal_autocheckpoint = 25000';
/** Between two threads: while somebody reads for long, each could copy little or nothing. */
const PAUSE_MS = 500;

/**
 * Lets a thread copy, with a connection of its own: a commit of 10 MB takes half of the time.
 *
 * @param script - built from `checkpoint-thread.ts`
 * @returns `null` where SQLite cannot report how long the log is
 */
export function createCheckpoints(database: DatabaseSync, file: string, script: URL): Checkpoints | null {
  if (!canMeasureLog()) return null;
  database.exec(COPY_LATE);
  // It only reports how long the log is and how much of it is copied, in a microsecond.
  const measure = database.prepare('pragma wal_checkpoint(noop)');
  let running: Promise<void> | null = null;
  let pausedUntil = 0;
  return {
    note() {
      if (running !== null) return;
      const { log, checkpointed } = measure.get() ?? {};
      if (Number(log) - Number(checkpointed) < LONG_LOG_PAGES || performance.now() < pausedUntil) return;
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

/** Whether SQLite can report how long the log is without copying it: before 3.51, it takes `noop` for `passive`. */
export function canMeasureLog(version: string | undefined = process.versions['sqlite']): boolean {
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? [];
  return major > 3 || (major === 3 && minor >= 51);
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
