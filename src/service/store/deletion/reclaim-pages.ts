import type { DatabaseSync } from 'node:sqlite';
import { retryWhileBusy } from '../sqlite-dialect.ts';

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

/**
 * Gives some free pages back to the file system.
 *
 * @returns whether there are more
 */
export async function reclaimPages(database: DatabaseSync, busyTimeoutMs: number): Promise<boolean> {
  // Not as a query: a prepared statement would free a single page.
  await retryWhileBusy(() => database.exec(RECLAIM), busyTimeoutMs);
  return readPragma(database, 'auto_vacuum') === INCREMENTAL && readPragma(database, 'freelist_count') !== 0;
}

function readPragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`pragma ${name}`).get()?.[name];
}
