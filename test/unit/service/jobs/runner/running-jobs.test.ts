import { expect, test } from 'vitest';
import { createRunningJobs } from '../../../../../src/service/jobs/runner/running-jobs.ts';

/** Jobs that run until they are stopped, or fail where their id says so. */
function startJobs() {
  const stopped: string[] = [];
  const problems: unknown[] = [];
  let ended = 0;
  const jobs = createRunningJobs({
    run: async (id, stop) => {
      if (id === 'broken') throw new Error('It broke.');
      await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
      stopped.push(`${id}: ${(stop.reason as Error).message}`);
    },
    onProblem: (error) => problems.push(error),
    onEnd: () => (ended += 1),
  });
  return { jobs, stopped, problems, countEnds: () => ended };
}

test('only the evaluations that are not listed are stopped', async () => {
  const { jobs, stopped, countEnds } = startJobs();
  for (const id of ['kept', 'cancelled', 'deleted']) jobs.start(id);
  jobs.stopOthers(['kept']);
  await expect.poll(() => jobs.count).toBe(1);
  expect(stopped).toEqual(['cancelled', 'deleted'].map((id) => `${id}: The evaluation was cancelled.`));
  expect([jobs.has('kept'), jobs.has('cancelled'), countEnds()]).toEqual([true, false, 2]);
  jobs.stopOthers([]);
  await jobs.settled();
  expect([jobs.count, countEnds()]).toEqual([0, 3]);
});

test('one that fails is reported, and has ended', async () => {
  const { jobs, problems, countEnds } = startJobs();
  jobs.start('broken');
  await jobs.settled();
  expect(problems).toEqual([new Error('It broke.')]);
  expect([jobs.count, countEnds()]).toEqual([0, 1]);
});
