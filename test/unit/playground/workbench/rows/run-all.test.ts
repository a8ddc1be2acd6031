import { expect, test } from 'vitest';
import { runAll } from '../../../../../src/playground/workbench/rows/run-all.ts';

test('four jobs run at once, in order', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const jobs = Array.from({ length: 6 }, (_, index) => async () => {
    begun.push(index);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  const done = runAll(jobs, new AbortController().signal);
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  ends[0]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5]);
  for (const end of ends) end();
  await done;
});

test('after an abort, no job begins', async () => {
  const controller = new AbortController();
  let begun = 0;
  function* jobs() {
    for (;;) {
      yield async () => {
        begun += 1;
        controller.abort();
      };
    }
  }
  await runAll(jobs(), controller.signal);
  expect(begun).toBe(1);
});
