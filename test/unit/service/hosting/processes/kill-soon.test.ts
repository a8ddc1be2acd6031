import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { killSoon } from '../../../../../src/service/hosting/processes/kill-soon.ts';

afterEach(() => vi.useRealTimers());

const LISTENING = `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); process.stdout.write('up');`;

test('a process that ignores SIGTERM is killed after a second', async () => {
  const child = spawn(process.execPath, ['-e', LISTENING]);
  await once(child.stdout, 'data');
  killSoon(child);
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
});

test('a process that has exited is not waited for', async () => {
  const child: ChildProcess = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await once(child, 'exit');
  vi.useFakeTimers();
  killSoon(child);
  expect(vi.getTimerCount()).toBe(0);
});
