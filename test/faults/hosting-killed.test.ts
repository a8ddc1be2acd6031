import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isRunning, untilAllGone } from '../helpers/watch-process.ts';

const PARENT = fileURLToPath(new URL('../fixtures/hosting-parent.ts', import.meta.url));

test.each(['idle', 'loop'])('no bundle outlives a service that is killed (%s)', async (mode) => {
  const service = spawn(process.execPath, [PARENT, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(service.stdout, 'data');
  // The program wrote this line.
  const pids = JSON.parse(String(line)) as number[];
  expect(pids.filter(isRunning)).toEqual(pids);
  expect(pids).not.toEqual([]);
  service.kill('SIGKILL');
  await untilAllGone(pids);
});
