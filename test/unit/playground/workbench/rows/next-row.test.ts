import { expect, test } from 'vitest';
import { nextRow } from '../../../../../src/playground/workbench/rows/next-row.ts';

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['j', 3, 4],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['k', 3, 2],
  ['PageDown', 3, 7],
  ['PageDown', 8, 9],
  ['PageUp', 5, 1],
  ['PageUp', 2, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['a', 5, null],
])('%s leads from row %i to %s', (key, current, next) => {
  expect(nextRow(key, current, 10, 4)).toBe(next);
});

test('no key leads anywhere without rows', () => {
  expect(nextRow('ArrowDown', -1, 0, 4)).toBeNull();
});
