import { expect, test } from 'vitest';
import { UserError } from '../../../../../src/errors/wf-error.ts';
import type { ChunkDependencies } from '../../../../../src/service/jobs/workers/run-chunk.ts';
import { runUntilStored } from '../../../../../src/service/jobs/workers/run-until-stored.ts';

const TAKEN = { jobId: 'j1', evaluationId: 'e1', from: 0, to: 2, attempt: 0, problem: null };
const UNAVAILABLE = new UserError({ code: 'WF_DATABASE', message: 'The database is unavailable.' });

/** A database that does not answer the first calls, and an evaluation that has ended by then. */
function running({ failures, isOurs = async () => true }: { failures: number; isOurs?: () => Promise<boolean> }) {
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
  const end = runUntilStored(TAKEN, dependencies, (problem) => problems.push(problem));
  return { end, seen, problems, stop };
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

test('a chunk may still be ours if the database does not say', async () => {
  const { end, seen } = running({ failures: 1, isOurs: () => Promise.reject(new Error('no connection')) });
  expect(await end).toBe('stopped');
  expect(seen).toEqual(['run', 'renew', 'run', 'done']);
});

test('a worker that stops gives its chunk back at once', async () => {
  const { end, seen, stop } = running({ failures: 1 });
  setTimeout(() => stop.abort(), 5);
  expect(await end).toBe('left');
  expect(seen).toEqual(['run', 'renew', `add ${JSON.stringify([TAKEN])} 63`, 'done']);
});
