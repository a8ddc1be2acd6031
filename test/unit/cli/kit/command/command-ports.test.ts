import { afterEach, expect, test, vi } from 'vitest';
import { createPorts } from '../../../../../src/cli/kit/command/command-ports.ts';
import { createInterruption } from '../../../../../src/cli/kit/process/interruption.ts';
import { PROCESS_IO } from '../../../../../src/cli/kit/process/io.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a result is written until the end of the command is reported', () => {
  const write = vi.spyOn(PROCESS_IO.stdout, 'write').mockReturnValue(false);
  const interruption = createInterruption();
  const { io } = createPorts(interruption);
  const done = () => undefined;
  expect(io.stdout.write('a', done)).toBe(false);
  expect(write.mock.calls).toEqual([['a', done]]);
  interruption.end();
  expect(io.stdout.write('b', done)).toBe(true);
  expect(write).toHaveBeenCalledTimes(1);
});

test('everything else is that of the process', () => {
  const { io, interruption } = createPorts();
  expect([io.cwd, io.env, io.stderr]).toEqual([process.cwd(), process.env, PROCESS_IO.stderr]);
  expect(interruption.isFinal).toBe(false);
});
