import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { killHeld } from '../../../src/sandbox/kill-held.ts';
import { processTree } from '../../../src/sandbox/process-tree.ts';
import { untilAllGone } from '../../helpers/watch-process.ts';

afterEach(() => void vi.restoreAllMocks());

const NESTED = `
const { spawn } = require('node:child_process');
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
process.stdout.write('up');
`;

test('a process is killed with those that it started', async () => {
  const child = spawn(process.execPath, ['-e', NESTED], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const tree = processTree(child.pid ?? 0);
  killHeld(child);
  await once(child, 'exit');
  await untilAllGone(tree);
  expect(child.signalCode).toBe('SIGKILL');
  expect(() => killHeld(child)).not.toThrow();
});

test('a process without a group of its own is killed alone', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  killHeld(child);
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
});

test.each([
  [{ pid: 123, exitCode: null, signalCode: null }, [[-123, 'SIGKILL']]],
  [{ pid: undefined, exitCode: null, signalCode: null }, []],
  [{ pid: 123, exitCode: 0, signalCode: null }, []],
  [{ pid: 123, exitCode: null, signalCode: 'SIGTERM' }, []],
])('of %j, the group gets the signals %j', (child, signals) => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  killHeld(child as unknown as ChildProcess); // Only these are read.
  expect(kill.mock.calls).toEqual(signals);
});
