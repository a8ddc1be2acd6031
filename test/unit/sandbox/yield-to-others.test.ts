import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { yieldToOthers } from '../../../src/sandbox/yield-to-others.ts';

test('a process and its session let others go first, and what it starts does, too', async () => {
  const nested = `const { spawn } = require('node:child_process');
    const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    process.stdin.once('data', () => process.stdout.write(String(require('node:os').getPriority(pid))));`;
  const start = "process.stdin.once('data', () => {" + nested + "process.stdout.write('started ') })";
  const child = spawn(process.execPath, ['-e', start], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  yieldToOthers(child, true);
  child.stdin.write('start');
  await once(child.stdout, 'data');
  child.stdin.write('tell');
  const [priority] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = child.pid ?? 0;
  const session = `/proc/${pid}/autogroup`;
  expect([getPriority(pid), String(priority)]).toEqual([5, '5']);
  expect(getPriority(process.pid)).toBe(0);
  // Where the kernel groups sessions, the priority of one counts.
  if (existsSync(session))
    await expect.poll(() => readFileSync(session, 'utf8'), { timeout: 5000 }).toMatch(/ nice 5$/m);
  process.kill(-pid, 'SIGKILL');
  await once(child, 'exit');
  expect(() => yieldToOthers(child, true)).not.toThrow();
});
