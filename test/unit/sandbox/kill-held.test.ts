import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { untilAllGone } from '../../helpers/watch-process.ts';
import { killHeld, toHeldEnding } from '../../../src/sandbox/held-process.ts';
import { processTree, yieldToOthers } from '../../../src/sandbox/watch-process.ts';

afterEach(() => void vi.restoreAllMocks());

const NESTED = `
const { spawn } = require('node:child_process');
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
process.stdout.write('up');
`;

test('a process is killed with those that it started, and not again', async () => {
  const child = spawn(process.execPath, ['-e', NESTED], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const tree = processTree(child.pid ?? 0);
  killHeld(child);
  await once(child, 'exit');
  await untilAllGone(tree);
  expect(child.signalCode).toBe('SIGKILL');
  // Another process may have its number by now.
  const kill = vi.spyOn(process, 'kill');
  killHeld(child);
  expect(kill).not.toHaveBeenCalled();
});

test('a process without a group of its own is killed alone', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  killHeld(child);
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
});

test.each([
  [0, null, { code: 0, signal: null }],
  [7, null, { code: 7, signal: null }],
  [null, 'SIGKILL', { code: null, signal: 'SIGKILL' }],
  [137, null, { code: null, signal: 'SIGKILL' }],
  [134, null, { code: null, signal: 'SIGABRT' }],
  [255, null, { code: 255, signal: null }],
])('the exit code %j with the signal %j is %j of the program itself', (code, signal, ending) => {
  expect(toHeldEnding(code, signal)).toEqual(ending);
});

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
  if (existsSync(session)) await expect.poll(() => readFileSync(session, 'utf8')).toMatch(/ nice 5$/m);
  process.kill(-pid, 'SIGKILL');
  await once(child, 'exit');
  expect(() => yieldToOthers(child, true)).not.toThrow();
});
