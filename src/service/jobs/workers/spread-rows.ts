import { setTimeout as delay } from 'node:timers/promises';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import type { ChunkQueue, Chunk } from './chunk-queue.ts';
import { clamp } from '../../../foundation/numbers.ts';

interface SpreadRowsOptions {
  readonly job: EvaluationJob;
  readonly jobs: EvaluationJobs;
  readonly queue: ChunkQueue;
  readonly readCapacity: () => Promise<number>;
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

/** @returns whether any chunks wait or run, and where to continue; `next` is `null` when no row is missing after the cursor */
async function cutNext(options: SpreadRowsOptions, cursor: number) {
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

/** Cuts rows without a verdict into chunks, in order, that do not overlap those that wait or run. */
export function cutChunks(
  evaluationId: string,
  positions: readonly number[],
  { size, open }: { readonly size: number; readonly open: readonly Pick<Chunk, 'from' | 'to'>[] },
): Chunk[] {
  const chunks: Chunk[] = [];
  let rows: number[] = [];
  const close = (): void => {
    const [from, to] = [rows[0], rows.at(-1)];
    if (from !== undefined && to !== undefined) chunks.push({ evaluationId, from, to });
    rows = [];
  };
  for (const position of positions) {
    if (open.some(({ from, to }) => from <= position && position <= to)) continue;
    const last = rows.at(-1) ?? position;
    if (rows.length === size || open.some(({ from }) => last < from && from < position)) close();
    rows.push(position);
  }
  close();
  return chunks;
}

/** Parts that a failed chunk is split into: two steps find one row among a thousand. */
const PARTS = 32;

/** Splits a chunk, so that a row that crashes its worker ends up alone and does not block the others. */
export function splitChunk({ evaluationId, from, to }: Chunk): Chunk[] {
  const size = Math.ceil((to - from + 1) / PARTS);
  const parts: Chunk[] = [];
  for (let start = from; start <= to; start += size)
    parts.push({ evaluationId, from: start, to: Math.min(to, start + size - 1) });
  return parts;
}

interface ChunkSizing {
  /** Calls that all chunks of the evaluation may have in flight together. */
  readonly calls: number;
  readonly capacity: number;
  readonly rows: number;
  /** Seconds that a call took on average; `null` while none has answered. */
  readonly latency: number | null;
}

const SECONDS_PER_CHUNK = 5;
const [MIN_COUNT, MAX_COUNT] = [10, 1000];

/**
 * Computes how many rows a chunk should have: a few seconds of work, so that a small evaluation does not wait long for a
 * large one and little is repeated when a worker dies, but few enough that every worker has some.
 */
export function chunkSize({ calls, capacity, rows, latency }: ChunkSizing): number {
  const lanes = clamp(calls, 1, capacity);
  const inTime = Math.round(((calls / lanes) * SECONDS_PER_CHUNK) / Math.max(0.001, latency ?? 0.5));
  const fair = Math.ceil(rows / (lanes * 2));
  return Math.max(1, Math.min(MAX_COUNT, Math.max(MIN_COUNT, inTime), fair));
}

const MAX_PRIORITY = 64;

/** Computes a chunk's priority: evaluations with fewer rows go first; twice as many rows lower it by one. */
export function priorityOf(rows: number): number {
  return MAX_PRIORITY - Math.ceil(Math.log2(Math.max(1, rows)));
}
