/** Runs in a worker thread: copying megabytes would hold up the service's event loop. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointWork } from './create-checkpoints.ts';

// src/service/store/checkpoints/create-checkpoints.ts starts this thread with its work.
const { file, isEmptying } = workerData as CheckpointWork;
const database = new DatabaseSync(file);
// Passive: it waits for nobody, and nobody for it.
database.exec('pragma wal_checkpoint(passive)');
if (isEmptying) {
  // Writers wait meanwhile: the copy above leaves little to do. A reader of the log is not waited for.
  const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() ?? {};
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(busy === 0);
}
database.close();
