import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { SettingProblem } from '../../../evaluation/evaluators/definition/evaluator-definition.ts';
import { sizeOf } from '../../../evaluation/evaluators/definition/read-answers.ts';
import type { HeavyWork } from '../../../evaluation/judges/evaluator-tools.ts';
import { errorResult } from '../../../evaluation/results/create-result.ts';
import {
  SCORE_LIMITS,
  type ScoreLimits,
  type ScoreFailure,
  type ScoreWork,
  type Computed,
  type ScoreTask,
} from './score-task.ts';
import { onAbort } from '../../../foundation/abort.ts';
import { createScoreWorker, type ScoreWorker } from './create-score-worker.ts';

export interface ScoreProcesses extends HeavyWork {
  close(this: void): void;
}

/** Creates the processes that compute scores for all callers; none starts before it is needed. */
export function createHeavyWork(script: URL, given: Partial<ScoreLimits> = {}): ScoreProcesses {
  const limits = { ...SCORE_LIMITS, ...given };
  const pool = createScorePool(script, limits);
  return {
    score: async ({ key, settings, caller }, sent, signal) => {
      const size = sizeOf([sent.output, sent.row], limits.characters);
      if (size > limits.characters) return errorResult(tooLong(key, limits));
      const computed = await pool.compute(caller, { key, settings, sent }, signal);
      // Computed by this evaluator in src/service/evaluators/scoring/score-process.ts.
      return 'value' in computed
        ? (computed.value as JudgedResult)
        : errorResult(describe(key, computed.failure, limits));
    },
    check: async ({ key, settings, caller }) => {
      const computed = await pool.compute(caller, { key, settings });
      // As above.
      if ('value' in computed) return computed.value as SettingProblem | null;
      const [setting = ''] = Object.keys(JSON.parse(settings) as object);
      return { setting, message: `Input should be simpler: ${describe(key, computed.failure, limits)}` };
    },
    close: pool.close,
  };
}

function tooLong(key: string, { characters }: ScoreLimits): string {
  return `${key} scores at most ${characters.toLocaleString('en')} characters of output and row together.`;
}

function describe(key: string, failure: ScoreFailure, { timeMs, memoryMb }: ScoreLimits): string {
  if (failure === 'time') return `${key} took longer than ${timeMs / 1000} s and was stopped.`;
  if (failure === 'memory') return `${key} needed more than ${memoryMb} MB of memory and was stopped.`;
  return `The process that computed ${key} ended unexpectedly.`;
}

/** Creates a pool of processes that compute scores. They start when there is work. */
function createScorePool(script: URL, limits: ScoreLimits) {
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
      workers.add(createScoreWorker({ script, limits, onRoom: distribute, onEnd }));
    } catch {
      // The system has no more processes.
      turns.take()?.settle({ failure: 'process' });
    }
  };
  const failAll = (): void => {
    for (let task = turns.take(); task !== undefined; task = turns.take()) task.settle({ failure: 'process' });
  };
  return {
    /** @throws only the signal's reason */
    compute: async (caller: string, work: ScoreWork, signal?: AbortSignal): Promise<Computed> => {
      signal?.throwIfAborted();
      if (isClosed) return { failure: 'process' };
      const { promise, resolve, reject } = Promise.withResolvers<Computed>();
      const task = { caller, work, settle: resolve };
      using _listening = onAbort(signal, () => {
        turns.remove(caller, task);
        reject(signal?.reason);
      });
      turns.add(caller, task);
      distribute();
      return await promise;
    },
    /** Kills every process. Work that is not done fails. */
    close: (): void => {
      isClosed = true;
      for (const worker of workers) worker.kill();
      failAll();
    },
  };
}

/** Creates a queue in which callers take turns, however much work each of them has. */
function createTurns<T>() {
  const waiting = new Map<string, Set<T>>();
  return {
    get isEmpty() {
      return waiting.size === 0;
    },
    add: (caller: string, item: T): void => {
      const items = waiting.get(caller);
      if (items === undefined) waiting.set(caller, new Set([item]));
      else items.add(item);
    },
    addFirst: (caller: string, item: T) => void waiting.set(caller, new Set([item, ...(waiting.get(caller) ?? [])])),
    take: (): T | undefined => {
      const [next] = waiting;
      if (next === undefined) return undefined;
      const [caller, items] = next;
      const [item] = items;
      if (item !== undefined) items.delete(item);
      // Behind all other callers.
      waiting.delete(caller);
      if (items.size > 0) waiting.set(caller, items);
      return item;
    },
    remove: (caller: string, item: T): void => {
      const items = waiting.get(caller);
      items?.delete(item);
      if (items?.size === 0) waiting.delete(caller);
    },
  };
}
