import { expect, test } from 'vitest';
import { aborted } from '../../../../../src/foundation/abort.ts';
import { createPorts } from '../../../../../src/cli/kit/command/command-ports.ts';
import { boundedBy, createInterruption } from '../../../../../src/cli/kit/process/interruption.ts';

test('after the end of a command is reported, its result is not written', () => {
  const interruption = createInterruption();
  const { stdout } = createPorts(interruption).io;
  void interruption.end();
  let isWritten = false;
  expect(stdout.write('a result that contradicts the report', () => (isWritten = true))).toBe(true);
  expect(isWritten).toBe(false);
});

test('a wait ends with its time limit, or with the signal', async () => {
  const late = boundedBy(new AbortController().signal, 1);
  await aborted(late);
  expect(late.reason).toMatchObject({ code: 'WF_TIMEOUT', message: 'Stopped waiting after 0.001 s.' });
  const other = new AbortController();
  const signal = boundedBy(other.signal, 60_000);
  other.abort('stop');
  await aborted(signal);
  expect(signal.reason).toBe('stop');
});
