import { expect, onTestFinished, test } from 'vitest';
import type { PruneResult, Retention } from '../../../../src/service/operation/retention.ts';
import { createCleaner } from '../../../../src/service/retention/create-cleaner.ts';
import { openBare } from '../../../helpers/open-bare.ts';

/** A cleaner of a service, whose rounds end so. */
async function openCleaner(results: readonly (PruneResult | Error)[] = []) {
  const problems: unknown[] = [];
  const left = [...results];
  let rounds = 0;
  const prune: Retention['prune'] = async () => {
    rounds += 1;
    const result = left.shift() ?? { kinds: [], done: true };
    if (result instanceof Error) throw result;
    return result;
  };
  const cleaner = createCleaner({
    store: await openBare(),
    retention: { prune } as Retention, // what is called of it
    keepSeconds: 86_400,
    now: () => new Date('2026-01-10T00:00:00.000Z'),
    elapsedMs: () => 0,
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(() => cleaner[Symbol.asyncDispose]());
  /** Looks after a minute with so many requests. @returns the rounds so far */
  const look = async (requests = 0) => {
    for (let count = 0; count < requests; count += 1) cleaner.note();
    await cleaner.look();
    return rounds;
  };
  return { problems, look };
}

test('a round that is not done goes on a minute later', async () => {
  const { look } = await openCleaner([{ kinds: [], done: false }]);
  expect([await look(), await look(), await look()]).toEqual([1, 2, 2]);
});

test('a minute with a request a second is no time for a round', async () => {
  const { look } = await openCleaner();
  expect([await look(60), await look(59)]).toEqual([0, 1]);
});

test('a round that fails is a problem, and is tried again', async () => {
  const failure = new Error('no connection');
  const { problems, look } = await openCleaner([failure]);
  expect([await look(), await look()]).toEqual([1, 2]);
  expect(problems).toEqual([failure]);
});
