import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isRunning, untilGone } from '../helpers/watch-process.ts';

const PARENT = fileURLToPath(new URL('../fixtures/hosting-parent.ts', import.meta.url));

test.each(['idle', 'loop'])('no bundle outlives a service that is killed (%s)', async (mode) => {
  const service = spawn(process.execPath, [PARENT, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(service.stdout, 'data');
  const pid = Number(String(line).trim());
  expect(isRunning(pid)).toBe(true);
  service.kill('SIGKILL');
  await untilGone(pid);
});
