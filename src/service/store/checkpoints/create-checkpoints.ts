import type { DatabaseSync } from 'node:sqlite';

/** Copies what commits appended to the log into the database's file. */
export interface Checkpoints {
  /** Reports that a commit may have lengthened the log. */
  note(this: void): void;
  /** Empties the log as soon as nobody reads it, because it contains what was deleted. */
  empty(this: void): void;
  /** Waits for a copy that has begun. */
  close(this: void): Promise<void>;
}

/** What a thread is started for. */
export interface CheckpointWork {
  readonly file: string;
  /** Whether to empty the log as well: then the thread reports whether it did. */
  readonly isEmptying: boolean;
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

/** While somebody reads for hours. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Lets a thread copy, with a connection of its own: a commit of 10 MB takes half of the time.
 *
 * @param script - built from `checkpoint-thread.ts`
 */
export function createCheckpoints(database: DatabaseSync, file: string, script: URL): Checkpoints {
  const isLong = createMeasure(database);
  let running: Promise<void> | null = null;
  let pausedUntil = 0;
  let isEmptying = false;
  let [timer, pauseMs]: [NodeJS.Timeout | undefined, number] = [undefined, PAUSE_MS];
  const start = (): void => {
    if (running !== null) return;
    const work = { file, isEmptying };
    isEmptying = false;
    // Where no thread can be started, there is another chance later.
    const emptied = runThread(script, work).catch(() => false);
    running = emptied.then((isEmpty) => {
      running = null;
      pausedUntil = performance.now() + PAUSE_MS;
      // Somebody reads the log, or it was asked for meanwhile.
      isEmptying ||= work.isEmptying && !isEmpty;
      clearTimeout(timer);
      if (!isEmptying) return;
      timer = setTimeout(start, pauseMs).unref();
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    });
  };
  return {
    note() {
      if (running === null && isLong() && performance.now() >= pausedUntil) start();
    },
    empty() {
      isEmptying = true;
      pauseMs = PAUSE_MS;
      clearTimeout(timer);
      // Many deletions in a row share one thread.
      timer = setTimeout(start, Math.max(0, pausedUntil - performance.now())).unref();
    },
    async close() {
      await running;
      clearTimeout(timer);
    },
  };
}

/** Without a measure, commits copy a log that is long. */
function createMeasure(database: DatabaseSync): () => boolean {
  if (!canMeasureLog()) return () => false;
  database.exec(COPY_LATE);
  // It only reports how long the log is and how much of it is copied, in a microsecond.
  const measure = database.prepare('pragma wal_checkpoint(noop)');
  return () => {
    const { log, checkpointed } = measure.get() ?? {};
    return Number(log) - Number(checkpointed) >= LONG_LOG_PAGES;
  };
}

/** Whether SQLite can report how long the log is without copying it: before 3.51, it takes `noop` for `passive`. */
export function canMeasureLog(version: string | undefined = process.versions['sqlite']): boolean {
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? [];
  return major > 3 || (major === 3 && minor >= 51);
}

/**
 * A copy that fails loses nothing: the log contains everything, and the next copy begins where this one stopped.
 *
 * @returns whether the thread emptied the log
 */
async function runThread(script: URL, work: CheckpointWork): Promise<boolean> {
  // Most processes that open a database end before their log is long.
  const { Worker } = await import('node:worker_threads');
  const { promise, resolve } = Promise.withResolvers<void>();
  const thread = new Worker(script, { workerData: work, stdout: true, stderr: true });
  let isEmpty = false;
  thread.on('message', (emptied) => void (isEmpty = emptied === true));
  thread.on('error', () => undefined);
  thread.on('exit', () => resolve());
  await promise;
  return isEmpty;
}
