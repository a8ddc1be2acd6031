import { setTimeout as delay } from 'node:timers/promises';
import type { TakenChunk } from './chunk.ts';
import type { ChunkQueue } from './chunk-queue.ts';
import { holdChunk } from './hold-chunk.ts';
import { priorityOf } from './priority.ts';
import { type ChunkEnd, type ChunkSurroundings, runChunk } from './run-chunk.ts';

const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 60_000;
/** How often to try to give a chunk back at the end. Later the queue does so by itself. */
const TRIES = 3;

/**
 * Runs a chunk, and again when the database took nothing: it is away, or its disk is full. Until then it rests, longer each
 * time, and keeps the chunk: whoever had it next would make calls, pay for them, and lose what they answered.
 *
 * @param onProblem - told each time
 */
export async function runThroughTrouble(
  taken: TakenChunk,
  surroundings: ChunkSurroundings,
  onProblem: (error: unknown) => void,
): Promise<ChunkEnd> {
  for (let restMs = FIRST_REST_MS; ; restMs = Math.min(LONGEST_REST_MS, restMs * 2)) {
    try {
      return await runChunk(taken, surroundings);
    } catch (error) {
      onProblem(error);
    }
    if (!(await rest(taken, restMs, surroundings))) return 'left';
  }
}

/** @returns whether the chunk is still ours to run */
async function rest(taken: TakenChunk, ms: number, { queue, signal }: ChunkSurroundings): Promise<boolean> {
  using held = holdChunk({ renew: () => queue.renew(taken), parent: signal });
  const isOver = await delay(ms, true, { signal: held.signal }).catch(() => false);
  // A database that does not answer yet is found out by the next run.
  if (isOver) return await queue.renew(taken).catch(() => true);
  if (signal.aborted) await giveBack(queue, taken);
  return false;
}

async function giveBack(queue: ChunkQueue, taken: TakenChunk): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      if (!(await queue.renew(taken))) return;
      await queue.add([taken], priorityOf(taken.to));
      return await queue.done(taken);
    } catch {
      // Still away.
      await delay(1000);
    }
  }
}
