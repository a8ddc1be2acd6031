import { expect, onTestFinished, test } from 'vitest';
import type { NewEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { createTargetLimits } from '../../../../src/service/jobs/rows/target-limits.ts';
import type { TakenChunk } from '../../../../src/service/jobs/workers/chunk.ts';
import { type ChunkDependencies, runChunk } from '../../../../src/service/jobs/workers/run-chunk.ts';
import { runUntilStored } from '../../../../src/service/jobs/workers/run-until-stored.ts';
import { startEvaluations, type StartEvaluationsOptions } from '../../../helpers/start-evaluations.ts';

const ROWS = ['a', 'b', 'c'].map((text) => ({ text, correct_answer: text.toUpperCase() }));
/** Of an evaluation with three rows. */
const PRIORITY = 62;

/** An evaluation whose rows wait for the chunks that the test runs, with a queue and call slots that record. */
async function openEvaluation(more: Partial<NewEvaluation> = {}, options: StartEvaluationsOptions = {}) {
  const distributed = Promise.withResolvers<void>();
  const spread = async (_: unknown, signal: AbortSignal) => {
    distributed.resolve();
    const stopped = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => stopped.reject(signal.reason), { once: true });
    return await stopped.promise;
  };
  const host = await startEvaluations({ ...options, runner: { spread } });
  onTestFinished(() => host[Symbol.asyncDispose]());
  const evaluationId = await host.start(ROWS, more);
  await distributed.promise;
  const seen: unknown[] = [];
  const stop = new AbortController();
  const taken: TakenChunk = { jobId: 'j', evaluationId, from: 0, to: 1, attempt: 0, problem: null };
  const run = (
    chunk: Partial<TakenChunk> = {},
    given: { slots?: number[]; jobs?: object; explain?: (error: unknown) => unknown } = {},
  ) => {
    const slots = [...(given.slots ?? [4])];
    const dependencies = {
      ...host.backend,
      jobs: { ...host.backend.jobs, ...given.jobs },
      queue: {
        add: async (...added: unknown[]) => void seen.push(['add', ...added]),
        done: async ({ jobId }: TakenChunk) => void seen.push(['done', jobId]),
        fail: async ({ jobId }: TakenChunk, problem: string) => void seen.push(['fail', jobId, problem]),
      },
      slots: {
        take: async (wanted: unknown) => {
          seen.push(['take', wanted]);
          return slots.shift() ?? 0;
        },
        drop: async (owner: string) => void seen.push(['drop', owner]),
      },
      targets: createTargetLimits(),
      readCapacity: async () => 3,
      signal: stop.signal,
      explain: given.explain ?? ((error) => error),
    } as unknown as ChunkDependencies; // what is called of it
    return runChunk({ ...taken, ...chunk }, dependencies);
  };
  const take = (most: number, attempt = 0) => ['take', { evaluationId, owner: `j/${attempt}`, total: 4, most }];
  const outputs = async () =>
    (await host.readRows(evaluationId)).map(({ outputs: [one] }) => one?.result.value ?? null);
  const status = async () => (await host.read(evaluationId)).status;
  return { host, evaluationId, taken, run, seen, stop, take, outputs, status };
}

const ignore = (): void => undefined;

test('a chunk calls for its rows, no others, with its share of the calls', async () => {
  const { run, seen, take, outputs } = await openEvaluation();
  expect(await run()).toBe('done');
  expect(seen).toEqual([take(2), ['drop', 'j/0'], ['done', 'j']]);
  expect(await outputs()).toEqual(['A', 'B', null]);
});

test('with a cost limit, a chunk may use all calls; the limit stops the evaluation', async () => {
  const { run, seen, take, status } = await openEvaluation({ options: { max_cost: 0.0015 } });
  expect(await run({ to: 2 })).toBe('stopped');
  expect(seen).toEqual([take(4), ['drop', 'j/0'], ['done', 'j']]);
  expect(await status()).toMatchObject({
    value: 'EVALUATION_CANCELLED',
    error: { code: 'cost_limit', message: expect.stringContaining('It stopped at its cost limit of $0.0015') },
  });
});

test('a chunk that failed is split, and a row alone is tried once more, then given up', async () => {
  const { run, seen, take, taken, outputs, host, evaluationId } = await openEvaluation();
  expect(await run({ attempt: 1 })).toBe('split');
  const { evaluationId: id } = taken;
  const parts = [0, 1].map((row) => ({ evaluationId: id, from: row, to: row }));
  expect(seen.splice(0)).toEqual([
    ['add', parts, PRIORITY],
    ['done', 'j'],
  ]);
  expect(await run({ to: 0, attempt: 1 })).toBe('done');
  expect(seen.splice(0)).toEqual([take(2, 1), ['drop', 'j/1'], ['done', 'j']]);
  expect(await run({ from: 1, attempt: 2, problem: 'Out of memory.' })).toBe('given up');
  expect(seen).toEqual([['done', 'j']]);
  expect(await outputs()).toEqual(['A', null, null]);
  const [, second] = await host.readRows(evaluationId);
  expect(second?.outputs[0]?.result.error?.message).toBe('The row was abandoned after 2 attempts. Out of memory.');
});

test('a chunk waits a moment for calls that others use', async () => {
  const { run, seen, take } = await openEvaluation();
  expect(await run({}, { slots: [0, 1] })).toBe('done');
  expect(seen).toEqual([take(2), take(2), ['drop', 'j/0'], ['done', 'j']]);
});

test('without calls after four looks, or at once when the process stops, a chunk returns to the queue for a second', async () => {
  const { run, seen, take, taken, stop } = await openEvaluation();
  const returned = [
    ['add', [taken], PRIORITY, 1],
    ['done', 'j'],
  ];
  expect(await run({}, { slots: [0] })).toBe('waits');
  expect(seen.splice(0)).toEqual([take(2), take(2), take(2), take(2), ...returned]);
  stop.abort(new Error('stop'));
  expect(await run({}, { slots: [0] })).toBe('waits');
  expect(seen).toEqual([take(2), ...returned]);
});

test.each([
  ['returns its chunk', true, 'left'],
  ['drops a chunk whose evaluation has ended', false, 'stopped'],
])('a process that stops %s', async (_, isUnfinished, how) => {
  const called = Promise.withResolvers<void>();
  const answer = () => {
    called.resolve();
    return new Promise<never>(ignore);
  };
  const { run, seen, take, taken, stop } = await openEvaluation({}, { answer });
  let looks = 0;
  // The first look is before the calls.
  const jobs = { isUnfinished: async () => (looks += 1) === 1 || isUnfinished };
  const end = run({}, { jobs });
  await called.promise;
  stop.abort(new Error('stop'));
  expect(await end).toBe(how);
  const returned = isUnfinished ? [['add', [taken], PRIORITY]] : [];
  expect(seen).toEqual([take(2), ['drop', 'j/0'], ...returned, ['done', 'j']]);
});

test('chunks of an evaluation that has ended are dropped, also when it ends between two looks', async () => {
  const { host, evaluationId, run, seen } = await openEvaluation();
  await host.backend.jobs.setStatus(evaluationId, { type: 'status', value: 'EVALUATION_CANCELLED' });
  expect(await run()).toBe('stopped');
  expect(await run({}, { jobs: { isUnfinished: async () => true } })).toBe('stopped');
  expect(seen).toEqual([
    ['done', 'j'],
    ['done', 'j'],
  ]);
});

test('what would fail each row fails the evaluation', async () => {
  const { host, run, seen, take, status } = await openEvaluation();
  const load = async (id: string) => ({ ...(await host.backend.jobs.load(id)), route: '/gone' });
  expect(await run({}, { jobs: { load } })).toBe('stopped');
  expect(seen).toEqual([take(2), ['drop', 'j/0'], ['done', 'j']]);
  expect(await status()).toMatchObject({
    value: 'EVALUATION_FAILED',
    error: { message: 'The deployed code has no route /gone. It has: /.' },
  });
});

test.each([
  [new Error('Too large.'), 'Too large.'],
  ['odd', 'odd'],
])('other errors are left to the next attempt: %s', async (thrown, problem) => {
  const { run, seen } = await openEvaluation();
  const load = () => Promise.reject(new Error('as thrown'));
  expect(await run({}, { jobs: { load }, explain: () => thrown })).toBe('failed');
  expect(seen).toEqual([['fail', 'j', problem]]);
});

test('errors of the database are for the caller, explained', async () => {
  const { run, seen } = await openEvaluation();
  const unavailable = new UserError({ code: 'WF_DATABASE', message: 'The database is unavailable.' });
  const jobs = { load: () => Promise.reject(new Error('ECONNREFUSED')) };
  await expect(run({}, { jobs, explain: () => unavailable })).rejects.toBe(unavailable);
  expect(seen).toEqual([]);
});

const TAKEN = { jobId: 'j1', evaluationId: 'e1', from: 0, to: 2, attempt: 0, problem: null };
const UNAVAILABLE = new UserError({ code: 'WF_DATABASE', message: 'The database is unavailable.' });

interface RunningOptions {
  readonly failures: number;
  readonly isOurs?: () => Promise<boolean>;
  /** The process stops after the first failure. */
  readonly stopsAtOnce?: boolean;
}

/** A database that does not answer the first calls, and an evaluation that has ended by then. */
function running({ failures, isOurs = async () => true, stopsAtOnce = false }: RunningOptions) {
  const seen: string[] = [];
  const problems: unknown[] = [];
  const stop = new AbortController();
  let left = failures;
  const queue = {
    renew: async () => {
      seen.push('renew');
      return await isOurs();
    },
    add: async (chunks: readonly unknown[], priority: number) => {
      seen.push(`add ${JSON.stringify(chunks)} ${priority}`);
    },
    done: async () => void seen.push('done'),
  };
  const jobs = {
    isUnfinished: async () => {
      seen.push('run');
      left -= 1;
      if (left >= 0) throw new Error('no connection');
      return false;
    },
  };
  // A run that ends before its rows needs no more.
  const dependencies = { queue, jobs, signal: stop.signal, explain: () => UNAVAILABLE } as unknown as ChunkDependencies;
  const end = runUntilStored(TAKEN, dependencies, (problem) => {
    problems.push(problem);
    if (stopsAtOnce) stop.abort();
  });
  return { end, seen, problems };
}

test('a chunk runs again when the database answers, while it is ours', async () => {
  const { end, seen, problems } = running({ failures: 1 });
  expect(await end).toBe('stopped');
  expect(seen).toEqual(['run', 'renew', 'run', 'done']);
  expect(problems).toEqual([UNAVAILABLE]);
});

test('a chunk that another worker took meanwhile is left to it', async () => {
  const { end, seen } = running({ failures: 1, isOurs: async () => false });
  expect(await end).toBe('left');
  expect(seen).toEqual(['run', 'renew']);
});

test('a worker that stops gives its chunk back at once', async () => {
  const { end, seen } = running({ failures: 1, stopsAtOnce: true });
  expect(await end).toBe('left');
  expect(seen).toEqual(['run', 'renew', `add ${JSON.stringify([TAKEN])} 63`, 'done']);
});
