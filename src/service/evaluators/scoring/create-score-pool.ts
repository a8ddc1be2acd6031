import { createScoreWorker, type ScoreWorker } from './create-score-worker.ts';
import { createTurns } from './create-turns.ts';
import type { ScoreLimits } from './score-limits.ts';
import type { ScoreWork } from './score-messages.ts';
import type { Computed, ScoreTask } from './score-task.ts';

/** Processes that compute scores. They start when there is work. */
export interface ScorePool {
  /** @throws only the signal's reason */
  compute(this: void, caller: string, work: ScoreWork, signal?: AbortSignal): Promise<Computed>;
  /** Kills every process. Work that is not done fails. */
  close(this: void): void;
}

export interface CreateScorePoolOptions {
  readonly script: URL;
  readonly limits: ScoreLimits;
  /** @defaultValue `createScoreWorker` */
  readonly createWorker?: typeof createScoreWorker;
}

/** Creates a pool without processes. */
export function createScorePool(options: CreateScorePoolOptions): ScorePool {
  const { script, limits, createWorker = createScoreWorker } = options;
  const turns = createTurns<ScoreTask>();
  const workers = new Set<ScoreWorker>();
  let isClosed = false;

  const distribute = (): void => {
    for (const worker of workers) {
      while (worker.hasRoom) {
        const task = turns.take();
        if (task === undefined) return;
        worker.give(task);
      }
    }
    const areReady = [...workers].every(({ isReady }) => isReady);
    if (!turns.isEmpty && areReady && workers.size < limits.processes) start();
  };
  const start = (): void => {
    const onEnd = (ended: ScoreWorker, unbegun: readonly ScoreTask[]): void => {
      workers.delete(ended);
      for (const task of unbegun.toReversed()) turns.addFirst(task.caller, task);
      // Without this, processes that cannot start would be started for ever.
      if (!ended.isReady) turns.take()?.settle({ failure: 'process' });
      if (isClosed) failAll();
      else distribute();
    };
    try {
      workers.add(createWorker({ script, limits, onRoom: distribute, onEnd }));
    } catch {
      // The system has no more processes.
      turns.take()?.settle({ failure: 'process' });
    }
  };
  const failAll = (): void => {
    for (let task = turns.take(); task !== undefined; task = turns.take()) task.settle({ failure: 'process' });
  };
  return {
    compute: async (caller, work, signal) => {
      signal?.throwIfAborted();
      if (isClosed) return { failure: 'process' };
      const { promise, resolve, reject } = Promise.withResolvers<Computed>();
      const task = { caller, work, settle: resolve };
      const abort = (): void => {
        turns.remove(caller, task);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort);
      turns.add(caller, task);
      distribute();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    close: () => {
      isClosed = true;
      for (const worker of workers) worker.kill();
      failAll();
    },
  };
}
