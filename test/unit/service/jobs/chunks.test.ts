import { expect, test } from 'vitest';
import type { EvaluationJob } from '../../../../src/service/evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../../../../src/service/jobs/evaluation-jobs.ts';
import type { ChunkQueue } from '../../../../src/service/jobs/workers/chunk-queue.ts';
import type { Chunk } from '../../../../src/service/jobs/workers/chunk.ts';
import { chunkSize, cutChunks, splitChunk } from '../../../../src/service/jobs/workers/cut-chunks.ts';
import { spreadRows } from '../../../../src/service/jobs/workers/spread-rows.ts';

const chunk = (from: number, to: number) => ({ evaluationId: 'e', from, to });

test('rows are cut into chunks of a size, in order', () => {
  expect(cutChunks('e', [0, 1, 2, 3, 4], { size: 2, open: [] })).toEqual([chunk(0, 1), chunk(2, 3), chunk(4, 4)]);
  expect(cutChunks('e', [], { size: 2, open: [] })).toEqual([]);
});

test('a chunk may span rows with a verdict but not rows of another chunk', () => {
  expect(cutChunks('e', [0, 5, 9], { size: 3, open: [] })).toEqual([chunk(0, 9)]);
  expect(cutChunks('e', [0, 1, 2, 3, 4, 5], { size: 9, open: [chunk(2, 3)] })).toEqual([chunk(0, 1), chunk(4, 5)]);
  expect(cutChunks('e', [0, 5], { size: 9, open: [chunk(2, 3)] })).toEqual([chunk(0, 0), chunk(5, 5)]);
});

test('a chunk is split into parts without loss, in two steps to single rows', () => {
  const parts = splitChunk(chunk(100, 1099));
  expect(parts[0]).toEqual(chunk(100, 131));
  expect(parts.at(-1)?.to).toBe(1099);
  expect(parts.reduce((rows, { from, to }) => rows + to - from + 1, 0)).toBe(1000);
  expect(parts.flatMap(splitChunk)).toHaveLength(1000);
  expect(splitChunk(chunk(4, 5))).toEqual([chunk(4, 4), chunk(5, 5)]);
});

test('a chunk is a few seconds of work, and every worker gets some', () => {
  const sizing = { calls: 16, capacity: 4, rows: 100_000, latency: 2 };
  expect(chunkSize(sizing)).toBe(10);
  expect(chunkSize({ ...sizing, latency: 0.1 })).toBe(200);
  expect(chunkSize({ ...sizing, latency: 0.0001 })).toBe(1000);
  expect(chunkSize({ ...sizing, latency: null })).toBe(40);
  expect(chunkSize({ ...sizing, rows: 8, latency: 0.1 })).toBe(1);
  expect(chunkSize({ ...sizing, rows: 1, capacity: 0 })).toBe(1);
});

/** Rows and a queue in memory. `finish` plays the workers: it may finish rows of the chunks that wait. */
function openEvaluation(rows: number, finish: (waiting: Chunk[], done: Set<number>) => void) {
  const done = new Set<number>();
  const waiting: Chunk[] = [];
  const added: [string, number][] = [];
  const forgotten: string[] = [];
  let woken = 0;
  let isCancelled = false;
  const jobs = {
    isUnfinished: async () => !isCancelled,
    readProgress: async () => ({ rows, done: done.size, latency: 100 }),
    listPending: async (_: string, after: number, limit: number) =>
      Array.from({ length: rows }, (__, row) => row)
        .filter((row) => row > after && !done.has(row))
        .slice(0, limit),
  } satisfies Partial<EvaluationJobs>;
  const queue = {
    add: async (chunks: readonly Chunk[], priority: number) => {
      waiting.push(...chunks);
      added.push([chunks.map(({ from, to }) => `${from}-${to}`).join(' '), priority]);
    },
    listOpen: async () => {
      finish(waiting, done);
      return waiting.map((chunk) => ({ ...chunk, isRunning: false }));
    },
    forget: async (id: string) => void forgotten.push(id),
  } satisfies Partial<ChunkQueue>;
  const spread = (options: object = {}, signal = new AbortController().signal) =>
    spreadRows({
      job: { id: 'e', rateLimit: { batch_size: 2 }, options } as EvaluationJob, // what is read of it
      jobs: jobs as unknown as EvaluationJobs, // what is called of it
      queue: queue as unknown as ChunkQueue, // what is called of it
      readCapacity: async () => 1,
      wake: () => void (woken += 1),
      signal,
    });
  return { spread, added, forgotten, waiting, woken: () => woken, cancel: () => void (isCancelled = true) };
}

/** Finishes every row of every chunk that waits. */
function finishAll(waiting: Chunk[], done: Set<number>): void {
  for (const { from, to } of waiting.splice(0)) for (let row = from; row <= to; row += 1) done.add(row);
}

test('rows are queued two chunks per lane at a time, until all have a verdict', async () => {
  const evaluation = openEvaluation(50, finishAll);
  expect(await evaluation.spread()).toBe(true);
  expect(evaluation.added).toEqual([
    ['0-9 10-19', 58],
    ['20-29 30-39', 58],
    ['40-49', 58],
  ]);
  expect([evaluation.woken(), evaluation.forgotten]).toEqual([3, []]);
});

test('with a cost limit, one chunk is queued at a time', async () => {
  const evaluation = openEvaluation(20, finishAll);
  expect(await evaluation.spread({ max_cost: 0 })).toBe(true);
  expect(evaluation.added.map(([chunks]) => chunks)).toEqual(['0-9', '10-19']);
});

test('rows that a worker lost are queued again', async () => {
  let isFirst = true;
  const evaluation = openEvaluation(3, (waiting, done) => {
    if (waiting.length > 0 && isFirst) {
      isFirst = false;
      waiting.splice(0);
    }
    finishAll(waiting, done);
  });
  expect(await evaluation.spread()).toBe(true);
  expect(evaluation.added.map(([chunks]) => chunks)).toEqual(['0-1 2-2', '0-1 2-2']);
});

test('rows that nobody finishes in six more rounds fail the evaluation', async () => {
  const evaluation = openEvaluation(1, (waiting) => void waiting.splice(0));
  await expect(evaluation.spread()).rejects.toThrow('No worker could finish the last rows.');
  expect(evaluation.added).toHaveLength(7);
});

test('a cancelled evaluation leaves no chunk in the queue', async () => {
  const evaluation = openEvaluation(5, () => evaluation.cancel());
  expect(await evaluation.spread()).toBe(false);
  expect(evaluation.forgotten).toEqual(['e']);
});

test('a process that must stop fails with its reason', async () => {
  const stop = new AbortController();
  const evaluation = openEvaluation(5, () => stop.abort(new Error('shutting down')));
  await expect(evaluation.spread({}, stop.signal)).rejects.toThrow();
  await expect(evaluation.spread({}, AbortSignal.abort(new Error('shutting down')))).rejects.toThrow('shutting down');
});
