import { setTimeout as delay } from 'node:timers/promises';
import type { SpreadRows } from '../runner/run-job.ts';
import type { EvaluationBackend } from '../evaluation-runner.ts';
import type { Store } from '../../store/open-store.ts';
import type { CallSlots } from './call-slots.ts';
import type { Chunk, TakenChunk } from './chunk.ts';
import type { ChunkQueue } from './chunk-queue.ts';
import type { ChunkEnd } from './run-chunk.ts';
import { runThroughTrouble } from './run-through-trouble.ts';
import type { SharedTargetLimits } from './shared-target-limits.ts';
import { spreadRows } from './spread-rows.ts';
import type { WorkerRegister } from './worker-register.ts';

export interface CreateCrewOptions extends Pick<EvaluationBackend, 'jobs' | 'hosting' | 'tools'> {
  /** What targets bear, as all workers are told. */
  readonly targets: SharedTargetLimits;
  readonly queue: ChunkQueue;
  readonly slots: CallSlots;
  readonly register: WorkerRegister;
  readonly explain: Store['explain'];
  /** Chunks at a time. */
  readonly concurrency: number;
  /** Told what came of each chunk. */
  readonly onChunk: (report: ChunkReport) => void;
  readonly onProblem: (error: unknown) => void;
}

/** What an operator is told of a chunk. */
export interface ChunkReport extends Chunk {
  readonly end: ChunkEnd;
  readonly ms: number;
}

/** Those of this process who run chunks. */
export interface Crew extends AsyncDisposable {
  /** Has the rows of an evaluation run, here or elsewhere. */
  readonly spread: SpreadRows;
  /** Says that there may be something to take. */
  wake(): void;
  /** Takes nothing more, and lets what runs finish for so long; what is not done by then is given back. */
  close(graceMs?: number): Promise<void>;
}

const LOOK_MS = 250;

/** Makes a crew. It takes chunks as long as it is its turn: a worker's always, a replica's while no worker is up. */
export function createCrew(options: CreateCrewOptions): Crew {
  const { queue, register, concurrency, onProblem, onChunk } = options;
  const [closing, leaving] = [new AbortController(), new AbortController()];
  const running = new Set<Promise<void>>();
  let wake = (): void => undefined;
  const surroundings = {
    ...options,
    readCapacity: register.readCapacity,
    signal: leaving.signal,
  };
  const run = async (taken: TakenChunk): Promise<void> => {
    const startedAt = performance.now();
    const { evaluationId, from, to } = taken;
    const end = await runThroughTrouble(taken, surroundings, onProblem);
    onChunk({ evaluationId, from, to, end, ms: performance.now() - startedAt });
  };
  const start = (taken: TakenChunk): void => {
    const work = run(taken).finally(() => {
      running.delete(work);
      wake();
    });
    running.add(work);
  };
  const rest = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await Promise.race([promise, delay(LOOK_MS, undefined, { ref: false })]);
  };
  const look = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const taken = running.size < concurrency && (await register.isOurTurn()) ? await queue.take() : null;
      if (taken === null) await rest();
      else start(taken);
    }
  };
  const looking = keepLooking(look, closing.signal, onProblem);
  const close = async (graceMs = 0): Promise<void> => {
    closing.abort();
    wake();
    await looking;
    const late = setTimeout(() => leaving.abort(new Error('The worker is stopping.')), graceMs);
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

/** A database that is away comes back. */
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
