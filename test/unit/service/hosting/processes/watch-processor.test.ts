import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchProcessor } from '../../../../../src/service/hosting/processes/watch-processor.ts';

/** One computes, the other only waits. */
const CODES = { busy: 'for (;;);', idle: 'setInterval(() => {}, 1000)' };

test('a process that computes without a pause is noticed, one that waits is not', async () => {
  const children = Object.values(CODES).map((code) => spawn(process.execPath, ['-e', code], { stdio: 'ignore' }));
  const noticed: number[] = [];
  const busy = Promise.withResolvers<void>();
  const watches = children.map(({ pid = 0 }, index) =>
    watchProcessor(pid, () => {
      noticed.push(index);
      busy.resolve();
    }),
  );
  // Watching does not keep a process alive; this does.
  await Promise.race([busy.promise, delay(18_000)]);
  for (const watch of watches) watch.stop();
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => once(child, 'exit')));
  expect(noticed).toEqual(process.platform === 'linux' ? [0] : []);
});
