import { setTimeout as delay } from 'node:timers/promises';
import type { SpreadRows } from '../runner/run-job.ts';
import type { EvaluationBackend } from '../evaluation-runner.ts';
import type { Store } from '../../store/open-store.ts';
import type { CallSlots } from './call-slots.ts';
import type { Chunk, TakenChunk } from './chunk.ts';
import type { ChunkQueue } from './chunk-queue.ts';
import type { ChunkEnd } from './run-chunk.ts';
import { runUntilStored } from './run-until-stored.ts';
import type { SharedTargetLimits } from './shared-target-limits.ts';
import { spreadRows } from './spread-rows.ts';
import type { WorkerRegister } from './worker-register.ts';

export interface CreateWorkerPoolOptions extends Pick<EvaluationBackend, 'jobs' | 'hosting' | 'tools'> {
  /** Call limits of the targets, shared by all workers. */
  readonly targets: SharedTargetLimits;
  readonly queue: ChunkQueue;
  readonly slots: CallSlots;
  readonly register: WorkerRegister;
  readonly explain: Store['explain'];
  /** Chunks at a time. */
  readonly concurrency: number;
  /** Called when a chunk has ended. */
  readonly onChunk: (report: ChunkReport) => void;
  readonly onProblem: (error: unknown) => void;
}

/** The outcome of a chunk, for operators. */
export interface ChunkReport extends Chunk {
  readonly end: ChunkEnd;
  readonly ms: number;
}

/** Runs chunks in this process. */
export interface WorkerPool extends AsyncDisposable {
  /** Distributes the rows of an evaluation to workers. */
  readonly spread: SpreadRows;
  /** Looks for chunks to take. */
  wake(): void;
  /** Takes no more chunks and lets running ones finish within `graceMs`; the rest return to the queue. */
  close(graceMs?: number): Promise<void>;
}

const LOOK_MS = 250;

/** Creates a worker pool. A worker always takes chunks; a replica does only while no worker is up. */
export function createWorkerPool(options: CreateWorkerPoolOptions): WorkerPool {
  const { queue, register, concurrency, onProblem, onChunk } = options;
  const [closing, aborting] = [new AbortController(), new AbortController()];
  const running = new Set<Promise<void>>();
  let wake = (): void => undefined;
  const dependencies = {
    ...options,
    readCapacity: register.readCapacity,
    signal: aborting.signal,
  };
  const run = async (taken: TakenChunk): Promise<void> => {
    const startedAt = performance.now();
    const { evaluationId, from, to } = taken;
    const end = await runUntilStored(taken, dependencies, onProblem);
    onChunk({ evaluationId, from, to, end, ms: performance.now() - startedAt });
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
    spread: (job, signal) =>
      spreadRows({ ...options, job, signal, readCapacity: register.readCapacity, wake: () => wake() }),
    wake: () => wake(),
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** Keeps looking while the database is unavailable. */
async function keepLooking(
  look: () => Promise<void>,
  signal: AbortSignal,
  onProblem: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await look();
    } catch (error) {
      onProblem(error);
      await delay(1000, undefined, { signal }).catch(() => undefined);
    }
  }
}
