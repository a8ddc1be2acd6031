import { expect, test } from 'vitest';
import { describeTrialEvent } from '../../../../src/ui/develop/describe-trial-event.ts';

function linesOf(rows: number): (string | null)[] {
  const describe = describeTrialEvent();
  return Array.from({ length: rows + 1 }, (_, done) => describe({ done, rows })).filter((line) => line !== null);
}

test('a short trial has a line per row', () => {
  expect(linesOf(1)).toEqual(['0 of 1 row', '1 of 1 row']);
  expect(linesOf(3)).toEqual(['0 of 3 rows', '1 of 3 rows', '2 of 3 rows', '3 of 3 rows']);
});

test('a long trial has a line per tenth', () => {
  const lines = linesOf(250);
  expect(lines).toHaveLength(11);
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(['0 of 250 rows', '25 of 250 rows', '250 of 250 rows']);
});
