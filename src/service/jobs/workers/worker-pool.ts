import { backOffMs } from '../../../foundation/back-off.ts';
import type { EvaluationBackend } from '../evaluation-jobs.ts';
import type { Store } from '../../store/open-store.ts';
import { createCallSlots, type ChunkEnd, type ChunkDependencies, runChunk } from './run-chunk.ts';
import { openChunkQueue, type Chunk, type ChunkQueue, type TakenChunk } from './chunk-queue.ts';
import { createSharedTargetLimits, type SharedTargetLimits } from './shared-target-limits.ts';
import { joinWorkers, type JoinWorkersOptions, type WorkerRegister } from './worker-register.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import { spreadRows, priorityOf } from './spread-rows.ts';
import { renewLease } from './renew-lease.ts';

interface OpenWorkerPoolOptions
  extends
    Pick<EvaluationBackend, 'jobs' | 'hosting' | 'tools' | 'now'>,
    Pick<JoinWorkersOptions, 'kind' | 'concurrency' | 'onStandIn' | 'onProblem'> {
  readonly url: string;
  readonly store: Store;
  readonly onChunk?: (report: ChunkReport) => void;
}

export async function openWorkerPool(options: OpenWorkerPoolOptions) {
  const { url, store, now, onProblem } = options;
  const { db } = store;
  const queue = await openChunkQueue({ url, db, onProblem });
  try {
    const register = await joinWorkers({ ...options, db });
    const targets = createSharedTargetLimits({ db, now });
    const explain = (error: unknown) => store.explain(error);
    const { readCapacity } = register;
    const shared = { ...options, queue, targets, slots: createCallSlots(db, now), explain, readCapacity };
    return createWorkerPool(shared, register);
  } catch (error) {
    await queue.close();
    throw error;
  }
}

interface SharedWork extends OpenWorkerPoolOptions, Omit<ChunkDependencies, 'signal'> {
  readonly targets: SharedTargetLimits;
}

export interface ChunkReport extends Chunk {
  readonly end: ChunkEnd;
  readonly ms: number;
}

export type WorkerPool = Awaited<ReturnType<typeof openWorkerPool>>;

const LOOK_MS = 250;

/** Creates a worker pool. A worker always takes chunks; a replica does only while no worker is up. */
function createWorkerPool(options: SharedWork, register: WorkerRegister) {
  const { queue, concurrency, onProblem, onChunk } = options;
  const [closing, aborting] = [new AbortController(), new AbortController()];
  const running = new Set<Promise<void>>();
  let wake = (): void => undefined;
  const dependencies = { ...options, signal: aborting.signal };
  const run = async (taken: TakenChunk): Promise<void> => {
    const startedAt = performance.now();
    const { evaluationId, from, to } = taken;
    const end = await runWithRetries(taken, dependencies, onProblem);
    onChunk?.({ evaluationId, from, to, end, ms: performance.now() - startedAt });
  };
  const start = (taken: TakenChunk): void => {
    const work = run(taken).finally(() => {
      running.delete(work);
      wake();
    });
    running.add(work);
  };
  const waitForWork = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await Promise.race([promise, delay(LOOK_MS, undefined, { ref: false })]);
  };
  const look = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const taken = running.size < concurrency && (await register.isOurTurn()) ? await queue.take() : null;
      if (taken === null) await waitForWork();
      else start(taken);
    }
  };
  const looking = keepLooking(look, closing.signal, onProblem);
  const close = async (graceMs = 0): Promise<void> => {
    closing.abort();
    wake();
    await looking;
    const late = setTimeout(() => aborting.abort(new Error('The worker is stopping.')), graceMs);
    await Promise.all(running);
    clearTimeout(late);
    options.targets[Symbol.dispose]();
    await register.leave().catch(onProblem);
    await queue.close();
  };
  return {
    spread: (job: EvaluationJob, signal: AbortSignal) => spreadRows({ ...options, job, signal, wake: () => wake() }),
    wake: () => wake(),
    /** Takes no more chunks and lets running ones finish within `graceMs`; the rest return to the queue. */
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

async function keepLooking(look: () => Promise<void>, signal: AbortSignal, onProblem: (error: unknown) => void) {
  while (!signal.aborted) {
    try {
      await look();
    } catch (error) {
      onProblem(error);
      await delay(1000, undefined, { signal }).catch(() => undefined);
    }
  }
}

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
async function runWithRetries(taken: TakenChunk, dependencies: ChunkDependencies, onProblem: (error: unknown) => void) {
  for (let failures = 0; ; failures += 1) {
    try {
      return await runChunk(taken, dependencies);
    } catch (error) {
      onProblem(error);
    }
    if (!(await backOff(taken, backOffMs(failures, FIRST_DELAY_MS, MAX_DELAY_MS), dependencies))) return 'left';
  }
}

/** Waits before the next attempt. @returns whether the chunk is still ours */
async function backOff(taken: TakenChunk, ms: number, { queue, signal }: ChunkDependencies): Promise<boolean> {
  using held = renewLease({ renew: () => queue.renew(taken), parent: signal });
  const isOver = await delay(ms, true, { signal: held.signal }).catch(() => false);
  // When the database still does not answer, the next run finds out.
  if (isOver) return await queue.renew(taken).catch(() => true);
  if (signal.aborted) await returnToQueue(queue, taken);
  return false;
}

async function returnToQueue(queue: ChunkQueue, taken: TakenChunk): Promise<void> {
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
