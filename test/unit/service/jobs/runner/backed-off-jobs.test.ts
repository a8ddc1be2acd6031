import { expect, test } from 'vitest';
import { createBackedOffJobs } from '../../../../../src/service/jobs/runner/backed-off-jobs.ts';

test('an evaluation that cannot be stored backs off, doubling until a run succeeds', () => {
  let now = 0;
  const resting = createBackedOffJobs(() => now);
  expect([resting.isBackedOff('a'), resting.problemOf('a')]).toEqual([false, null]);
  const rests = [1, 2, 3, 4, 5, 6, 7, 8].map((problem) => {
    resting.note('a', problem);
    const from = now;
    while (resting.isBackedOff('a')) now += 5000;
    return [resting.problemOf('a'), (now - from) / 1000];
  });
  expect(rests).toEqual([
    [1, 15],
    [2, 30],
    [3, 60],
    [4, 120],
    [5, 240],
    [6, 480],
    [7, 600],
    [8, 600],
  ]);
  resting.forget('a');
  resting.note('a', 9);
  now += 15_000;
  expect([resting.isBackedOff('a'), resting.isBackedOff('b'), resting.problemOf('b')]).toEqual([false, false, null]);
});

test('an explicit run ends the delays and keeps the problem until it is fixed', () => {
  const resting = createBackedOffJobs(() => 0);
  resting.note('a', 'full');
  resting.retryNow();
  expect([resting.isBackedOff('a'), resting.problemOf('a')]).toEqual([false, 'full']);
});
