import { expect, test } from 'vitest';
import { runnerOf } from '../../../../../src/playground/workbench/rows/use-row-runner.ts';

test('the answers that were seen last stay, those before them do not', () => {
  const first = runnerOf('a');
  expect(runnerOf('a')).toBe(first);
  const second = runnerOf('b');
  expect(second).not.toBe(first);
  expect(runnerOf('a')).not.toBe(first);
});
