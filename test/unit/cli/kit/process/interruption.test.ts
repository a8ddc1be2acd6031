import { expect, test } from 'vitest';
import { createInterruption } from '../../../../../src/cli/kit/process/interruption.ts';

test('a command that does not use the signal is not waited for', () => {
  const interruption = createInterruption();
  interruption.interrupt();
  expect(interruption.isHeard).toBe(false);
});

test('a command that listens gets the reason to stop', () => {
  const interruption = createInterruption();
  const { signal } = interruption;
  expect([interruption.isHeard, signal.aborted]).toEqual([true, false]);
  interruption.interrupt();
  expect(signal.reason).toMatchObject({ code: 'WF_INTERRUPTED', exitCode: 130 });
});
