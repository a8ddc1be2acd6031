import { setTimeout as delay } from 'node:timers/promises';
import type { TakenChunk } from './chunk.ts';
import type { ChunkQueue } from './chunk-queue.ts';
import { holdChunk } from './hold-chunk.ts';
import { priorityOf } from './priority.ts';
import { type ChunkEnd, type ChunkDependencies, runChunk } from './run-chunk.ts';

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;
/** Attempts to return a chunk when stopping. Later the queue does so automatically. */
const TRIES = 3;

/**
 * Runs a chunk, and again while the database cannot store its results, with growing delays. It keeps the chunk meanwhile:
 * another worker would pay for calls and lose their answers as well.
 *
 * @param onProblem - called with each failure
 */
export async function runUntilStored(
  taken: TakenChunk,
  dependencies: ChunkDependencies,
  onProblem: (error: unknown) => void,
): Promise<ChunkEnd> {
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(MAX_DELAY_MS, delayMs * 2)) {
    try {
      return await runChunk(taken, dependencies);
    } catch (error) {
      onProblem(error);
    }
    if (!(await backOff(taken, delayMs, dependencies))) return 'left';
  }
}

/** Waits before the next attempt. @returns whether the chunk is still ours */
async function backOff(taken: TakenChunk, ms: number, { queue, signal }: ChunkDependencies): Promise<boolean> {
  using held = holdChunk({ renew: () => queue.renew(taken), parent: signal });
  const isOver = await delay(ms, true, { signal: held.signal }).catch(() => false);
  // When the database still does not answer, the next run finds out.
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
      // Still unavailable.
      await delay(1000);
    }
  }
}
