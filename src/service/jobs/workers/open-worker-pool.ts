import type { EvaluationBackend } from '../evaluation-runner.ts';
import type { Store } from '../../store/open-store.ts';
import { createCallSlots } from './call-slots.ts';
import { openChunkQueue } from './chunk-queue.ts';
import { type ChunkReport, createWorkerPool, type WorkerPool } from './create-worker-pool.ts';
import { createSharedTargetLimits } from './shared-target-limits.ts';
import { joinWorkers, type JoinWorkersOptions } from './worker-register.ts';

export interface OpenWorkerPoolOptions
  extends
    Pick<EvaluationBackend, 'jobs' | 'hosting' | 'tools' | 'now'>,
    Pick<JoinWorkersOptions, 'kind' | 'concurrency' | 'onStandIn' | 'onProblem'> {
  /** Address of the database, with our limits. */
  readonly url: string;
  readonly store: Store;
  readonly onChunk?: (report: ChunkReport) => void;
}

/** Opens the queue of a database and joins its workers. */
export async function openWorkerPool(options: OpenWorkerPoolOptions): Promise<WorkerPool> {
  const { url, store, now, onProblem, onChunk = () => undefined } = options;
  const { db } = store;
  const explain = (error: unknown) => store.explain(error);
  const queue = await openChunkQueue({ url, db, onProblem });
  try {
    const register = await joinWorkers({ ...options, db });
    const shared = { slots: createCallSlots(db, now), targets: createSharedTargetLimits({ db, now }) };
    return createWorkerPool({ ...options, ...shared, queue, register, explain, onChunk });
  } catch (error) {
    await queue.close();
    throw error;
  }
}
