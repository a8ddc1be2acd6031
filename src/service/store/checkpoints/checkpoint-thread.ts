/** Runs in a worker thread: copying megabytes would hold up the service's event loop. */
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

// src/service/store/checkpoints/create-checkpoints.ts starts this thread with the file.
const database = new DatabaseSync(workerData as string);
// Passive: it waits for nobody, and nobody for it.
database.exec('pragma wal_checkpoint(passive)');
database.close();
