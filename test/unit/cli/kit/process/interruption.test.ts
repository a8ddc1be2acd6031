import { expect, test } from 'vitest';
import { createInterruption, interrupted } from '../../../../../src/cli/kit/process/interruption.ts';

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

test('listening is announced once, and the signal stays the same', () => {
  let heard = 0;
  const interruption = createInterruption(() => void (heard += 1));
  expect(heard).toBe(0);
  const { signal } = interruption;
  expect([interruption.signal === signal, heard]).toEqual([true, 1]);
});

test('the end is final, and is reported with what is done', () => {
  const interruption = createInterruption();
  expect(interruption.isFinal).toBe(false);
  expect(interruption.end()).toMatchObject({ code: 'WF_INTERRUPTED', message: 'Interrupted.' });
  expect(interruption.isFinal).toBe(true);
  interruption.explain(() => 'Two rows are stored.');
  expect(interruption.end().message).toBe('Interrupted. Two rows are stored.');
});

test('an interruption without more to say is one sentence', () => {
  expect([interrupted().message, interrupted('Done.').message]).toEqual(['Interrupted.', 'Interrupted. Done.']);
});
