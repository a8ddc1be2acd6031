import { setTimeout as delay } from 'node:timers/promises';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import type { ChunkQueue } from './chunk-queue.ts';
import { chunkSize, cutChunks } from './cut-chunks.ts';
import { priorityOf } from './priority.ts';

export interface SpreadRowsOptions {
  readonly job: EvaluationJob;
  readonly jobs: EvaluationJobs;
  readonly queue: ChunkQueue;
  /** Counts the chunks that all workers together run at a time. */
  readonly readCapacity: () => Promise<number>;
  /** Called when there are chunks to take. */
  readonly wake: () => void;
  readonly signal: AbortSignal;
}

const LOOK_MS = 200;
/** Chunks queued for each that can run, so that a worker finds the next one at once. */
const AHEAD = 2;
/** Rows that do not finish in so many rounds never would. */
const ROUNDS = 5;

/**
 * Distributes the missing rows of an evaluation to workers, some at a time, until all have a verdict. Its state is all in
 * the database: when this process dies, the next one continues.
 *
 * @returns whether all rows have a verdict; otherwise it was cancelled or deleted
 * @throws the signal's reason
 */
export async function spreadRows(options: SpreadRowsOptions): Promise<boolean> {
  const { job, jobs, queue, signal, wake } = options;
  let [cursor, round, doneBefore] = [-1, 0, -1];
  while (await jobs.isUnfinished(job.id)) {
    signal.throwIfAborted();
    const { chunks, isBusy, next } = await cutNext(options, cursor);
    if (chunks.length > 0) {
      await queue.add(chunks, priorityOf((await jobs.readProgress(job.id)).rows));
      wake();
    } else if (next === null && !isBusy) {
      if (cursor === -1) return true;
      const { done } = await jobs.readProgress(job.id);
      round = done > doneBefore ? 0 : round + 1;
      if (round > ROUNDS) throw new Error('No worker could finish the last rows.');
      doneBefore = done;
      cursor = -1;
      continue;
    }
    cursor = next ?? Math.max(cursor, 0);
    await delay(LOOK_MS, undefined, { signal });
  }
  await queue.forget(job.id);
  return false;
}

interface NextChunks {
  readonly chunks: readonly { readonly evaluationId: string; readonly from: number; readonly to: number }[];
  /** Whether any of the evaluation's chunks wait or run. */
  readonly isBusy: boolean;
  /** Where to continue; `null` when no row is missing after the cursor. */
  readonly next: number | null;
}

async function cutNext(options: SpreadRowsOptions, cursor: number): Promise<NextChunks> {
  const { job, jobs, queue, readCapacity } = options;
  const { batch_size: calls } = job.rateLimit;
  const open = await queue.listOpen(job.id);
  const isBusy = open.length > 0;
  // With a cost limit, one chunk runs at a time.
  const capacity = job.options.max_cost == null ? Math.max(1, await readCapacity()) : 1;
  const wanted = Math.min(capacity, calls) * (job.options.max_cost == null ? AHEAD : 1) - open.length;
  if (wanted < 1) return { chunks: [], isBusy, next: cursor };
  const { rows, latency } = await jobs.readProgress(job.id);
  const size = chunkSize({ calls, capacity, rows, latency });
  const positions = await jobs.listPending(job.id, cursor, size * wanted);
  const last = positions.at(-1);
  if (last === undefined) return { chunks: [], isBusy, next: null };
  return { chunks: cutChunks(job.id, positions, { size, open }), isBusy, next: last };
}
