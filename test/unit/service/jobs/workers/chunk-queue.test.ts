import { expect, test } from 'vitest';
import {
  CHUNK_ATTEMPTS,
  createChunkQueue,
  toBossOptions,
  type Boss,
} from '../../../../../src/service/jobs/workers/chunk-queue.ts';
import { recordingPostgres } from '../../../../helpers/recording-postgres.ts';

const CHUNK = { evaluationId: 'e', from: 3, to: 9 };
const TAKEN = { ...CHUNK, jobId: 'j', attempt: 2, problem: null };

/** The queue over a package that records its calls, and answers `answer` to each. */
function openQueue(answer?: unknown) {
  const calls: unknown[] = [];
  const record =
    (name: string) =>
    async (...words: unknown[]) => {
      calls.push([name, ...words]);
      return answer;
    };
  const names = ['insert', 'fetch', 'touch', 'complete', 'fail', 'stop'] as const;
  // What the queue calls of it, and reads of the answers.
  const boss = Object.fromEntries(names.map((name) => [name, record(name)])) as unknown as Boss;
  const { db, statements } = recordingPostgres();
  return { queue: createChunkQueue(boss, db), calls, statements };
}

test('chunks wait with their priority, and later if they must', async () => {
  const { queue, calls } = openQueue();
  const extended = { ...CHUNK, jobId: 'earlier' };
  await queue.add([extended, { ...CHUNK, from: 10, to: 10 }], 60);
  await queue.add([CHUNK], 3, 1);
  expect(calls).toEqual([
    [
      'insert',
      'chunks',
      [
        { data: CHUNK, priority: 60 },
        { data: { evaluationId: 'e', from: 10, to: 10 }, priority: 60 },
      ],
    ],
    ['insert', 'chunks', [{ data: CHUNK, priority: 3, startAfter: 1 }]],
  ]);
});

test.each([
  [null, null],
  [{ message: 'Out of memory.' }, 'Out of memory.'],
  [{ value: { message: 'heartbeat timeout' } }, 'heartbeat timeout'],
  [{ message: 7 }, null],
  [{ value: null }, null],
  ['text', null],
])('a taken chunk says why the attempt before failed: %j', async (output, problem) => {
  const { queue, calls } = openQueue([{ id: 'j', data: CHUNK, retryCount: 2, output }]);
  expect(await queue.take()).toEqual({ ...TAKEN, problem });
  expect(calls).toEqual([['fetch', 'chunks', { includeMetadata: true }]]);
});

test('no chunk is taken when none waits', async () => {
  expect(await openQueue([]).queue.take()).toBeNull();
});

test.each([
  [{ affected: 1 }, true],
  [{ affected: 0 }, false],
  [{}, false],
])('a chunk is renewed while it is ours: %j', async (answer, isOurs) => {
  const { queue, calls } = openQueue(answer);
  expect(await queue.renew(TAKEN)).toBe(isOurs);
  expect(calls).toEqual([['touch', 'chunks', { id: 'j', retryCount: 2 }]]);
});

test('the end of an attempt is that of no later one', async () => {
  const { queue, calls, statements } = openQueue();
  await queue.done(TAKEN);
  await queue.fail(TAKEN, 'Out of memory.');
  await queue.listOpen('e');
  await queue.forget('e');
  await queue.close();
  expect(calls).toEqual([
    ['complete', 'chunks', { id: 'j', retryCount: 2 }],
    ['fail', 'chunks', { id: 'j', retryCount: 2 }, { message: 'Out of memory.' }],
    ['stop', { graceful: false }],
  ]);
  expect(statements.map(([text, ...values]) => [text.slice(0, 6), ...values])).toEqual([
    ['select', 'chunks', 'e'],
    ['delete', 'chunks', 'e'],
  ]);
});

test('the queue connects with the limits that the address names, and repeats a chunk in time', () => {
  expect(toBossOptions('postgres://wf@db/wf?statement_timeout=7000&lock_timeout=20&sslmode=require')).toEqual({
    connectionString: 'postgres://wf@db/wf?sslmode=require',
    application_name: 'wf',
    options: '-c statement_timeout=7000 -c lock_timeout=20',
    max: 2,
    schema: 'wf_jobs',
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  expect(CHUNK_ATTEMPTS).toEqual({
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    heartbeatSeconds: 10,
    expireInSeconds: 86_399,
    deleteAfterSeconds: 600,
  });
});
