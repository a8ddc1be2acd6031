import { expect, test } from 'vitest';
import { defaultRows, parseRows } from '../../../../src/contract/testsets/parse-rows.ts';

test.each<[string, number, readonly number[] | null]>([
  ['1-3', 10, [0, 1, 2]],
  [' 2 ', 10, [1]],
  ['5, 1 - 2', 10, [0, 1, 4]],
  ['2-3,3-4,3', 10, [1, 2, 3]],
  ['9-', 10, [8, 9]],
  ['8-99', 10, [7, 8, 9]],
  ['11', 10, []],
  ['11-', 10, null],
  ['10-12', 10, [9]],
  ['', 10, null],
  ['0', 10, null],
  ['0-2', 10, null],
  ['3-2', 10, null],
  ['1-2-3', 10, null],
  ['-3', 10, null],
  ['one', 10, null],
  ['1,', 10, null],
  ['1.5', 10, null],
])('%j of %i rows', (text, count, rows) => {
  expect(parseRows(text, count)).toEqual(rows);
});

test.each([
  [0, '1-1'],
  [7, '1-7'],
  [30, '1-30'],
  [10_000, '1-30'],
])('of %i rows, %s run first', (count, text) => {
  expect(defaultRows(count)).toBe(text);
});
