import { expect, onTestFinished, test } from 'vitest';
import { createTargetLimits } from '../../../../src/service/jobs/rows/target-limits.ts';
import type { ChunkQueue } from '../../../../src/service/jobs/workers/chunk-queue.ts';
import type { Chunk } from '../../../../src/service/jobs/workers/chunk.ts';
import {
  type ChunkReport,
  createWorkerPool,
  type WorkerPool,
} from '../../../../src/service/jobs/workers/create-worker-pool.ts';
import { shout, startEvaluations, type StartEvaluationsOptions } from '../../../helpers/start-evaluations.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));

/** A queue in memory, in order. Only what the pool calls. */
function memoryQueue() {
  const waiting: Chunk[] = [];
  const running = new Map<string, Chunk>();
  const events: string[] = [];
  const queue: ChunkQueue = {
    add: async (chunks) => void waiting.push(...chunks),
    take: async () => {
      const chunk = waiting.shift();
      if (chunk === undefined) return null;
      const jobId = `${chunk.from}-${chunk.to}`;
      running.set(jobId, chunk);
      const { evaluationId, from, to } = chunk;
      return { evaluationId, from, to, jobId, attempt: 0, problem: null };
    },
    renew: async ({ jobId }) => running.has(jobId),
    done: async ({ jobId }) => void running.delete(jobId),
    fail: async () => undefined,
    listOpen: async () => [
      ...waiting.map((chunk) => ({ ...chunk, isRunning: false })),
      ...[...running.values()].map((chunk) => ({ ...chunk, isRunning: true })),
    ],
    forget: async () => void waiting.splice(0),
    close: async () => void events.push('queue closed'),
  };
  return { queue, waiting, events };
}

interface OpenPoolOptions extends StartEvaluationsOptions {
  readonly concurrency?: number;
  readonly isOurTurn?: () => boolean;
  readonly leave?: () => Promise<void>;
}

/** A service whose evaluations run on a pool of workers in this process. */
async function openPool({ concurrency = 2, isOurTurn = () => true, leave, ...options }: OpenPoolOptions = {}) {
  const { queue, waiting, events } = memoryQueue();
  const [chunks, problems]: [ChunkReport[], unknown[]] = [[], []];
  const pools: WorkerPool[] = [];
  const spread: WorkerPool['spread'] = (job, signal) => pools[0]!.spread(job, signal);
  const host = await startEvaluations({ ...options, runner: { spread } });
  const pool = createWorkerPool({
    ...host.backend,
    targets: { ...createTargetLimits(), [Symbol.dispose]: () => void events.push('limits disposed') },
    queue,
    slots: { take: async ({ most }) => most, renew: async () => true, drop: async () => undefined },
    register: {
      isOurTurn: async () => isOurTurn(),
      readCapacity: async () => concurrency,
      leave: leave ?? (async () => void events.push('left')),
    },
    explain: (error) => error,
    concurrency,
    onChunk: (report) => chunks.push(report),
    onProblem: (problem) => problems.push(problem),
  });
  pools.push(pool);
  onTestFinished(async () => {
    await host[Symbol.asyncDispose]();
    await pool[Symbol.asyncDispose]();
  });
  return { host, pool, queue, waiting, events, chunks, problems };
}

test('so many chunks run at a time as the pool may', async () => {
  let [running, most] = [0, 0];
  const both = Promise.withResolvers<void>();
  const { host } = await openPool({
    concurrency: 2,
    answer: async (call) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 2) both.resolve();
      await both.promise;
      running -= 1;
      return shout(call);
    },
  });
  // One call at a time of each chunk.
  const rate_limit = { batch_size: 2, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  expect((await host.run(rowsOf(40), { rate_limit })).status.value).toBe('EVALUATION_FINISHED');
  expect(most).toBe(2);
});

test('a pool whose turn it is not takes nothing until woken at its turn', async () => {
  let isTurn = false;
  const { host, pool, chunks } = await openPool({ isOurTurn: () => isTurn });
  await host.start(rowsOf(1));
  expect(chunks).toEqual([]);
  isTurn = true;
  pool.wake();
  await host.service.service.whenIdle();
  expect(chunks.map(({ from, to, end }) => [from, to, end])).toEqual([[0, 0, 'done']]);
});

test('a pool keeps looking when the queue cannot be read', async () => {
  const failure = new Error('no connection');
  let looks = 0;
  const { host, problems } = await openPool({
    isOurTurn: () => {
      looks += 1;
      if (looks === 1) throw failure;
      return true;
    },
  });
  expect((await host.run(rowsOf(1))).status.value).toBe('EVALUATION_FINISHED');
  expect(problems).toEqual([failure]);
});

test('closing returns what runs to the queue, leaves the register and closes the queue, in this order', async () => {
  const called = Promise.withResolvers<void>();
  const { host, pool, waiting, events, chunks } = await openPool({
    concurrency: 1,
    answer: () => {
      called.resolve();
      return new Promise<never>(() => undefined);
    },
  });
  const evaluationId = await host.start(rowsOf(1));
  await called.promise;
  await pool.close();
  expect(chunks.map(({ from, to, end }) => [from, to, end])).toEqual([[0, 0, 'left']]);
  expect(waiting).toEqual([expect.objectContaining({ evaluationId, from: 0, to: 0 })]);
  expect(events).toEqual(['limits disposed', 'left', 'queue closed']);
});

test('closing lets what runs finish in the given time, and a register that cannot be left is a problem', async () => {
  const failure = new Error('no connection');
  const called = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const { host, pool, events, chunks, problems } = await openPool({
    leave: () => Promise.reject(failure),
    answer: async (call) => {
      called.resolve();
      await finish.promise;
      return shout(call);
    },
  });
  await host.start(rowsOf(1));
  await called.promise;
  const closed = pool.close(60_000);
  finish.resolve();
  await closed;
  expect(chunks.map(({ end }) => end)).toEqual(['done']);
  expect(problems).toEqual([failure]);
  expect(events).toEqual(['limits disposed', 'queue closed']);
});
