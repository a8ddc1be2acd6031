import { expect, test } from 'vitest';
import { createInterruption } from '../../../../../src/cli/kit/process/interruption.ts';

test('a command that never asks for the signal is not waited for', () => {
  const interruption = createInterruption();
  interruption.interrupt();
  expect(interruption.isHeard).toBe(false);
});

test('a command that listens is told why it has to stop', () => {
  const interruption = createInterruption();
  const { signal } = interruption;
  expect([interruption.isHeard, signal.aborted]).toEqual([true, false]);
  interruption.interrupt();
  expect(signal.reason).toMatchObject({ code: 'WF_INTERRUPTED', exitCode: 130 });
});
