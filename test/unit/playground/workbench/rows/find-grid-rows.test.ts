import { expect, test } from 'vitest';
import { runningCell, type Cell } from '../../../../../src/playground/workbench/rows/cell.ts';
import { findGridRows, toShownRows } from '../../../../../src/playground/workbench/rows/find-grid-rows.ts';

const of = (state: Cell['state'], text: string): Cell => ({ ...runningCell('{}'), state, text });
const CELLS: Record<string, Cell[]> = {
  a: [of('done', 'x'), of('done', 'x'), of('failed', 'down'), of('running', ''), of('done', 'z')],
  b: [of('done', 'x'), of('done', 'y'), of('running', ''), of('done', 'y')],
};
const STORE = { get: (id: string, row: number) => CELLS[id]?.[row] };

test.each([
  ['all', [0, 1, 2, 3, 4, 5]],
  ['answered', [0, 1, 2, 3, 4]],
  ['differences', [1]],
  ['failures', [2]],
] as const)('%s', (shown, rows) => {
  expect(findGridRows(STORE, ['a', 'b'], 6, shown)).toEqual(rows);
});

test('one configuration has no differences', () => {
  expect(findGridRows(STORE, ['a'], 5, 'differences')).toEqual([]);
});

test.each([
  [undefined, 'all'],
  ['', 'all'],
  ['other', 'all'],
  ['answered', 'answered'],
  ['differences', 'differences'],
  ['failures', 'failures'],
])('%j in an address is %s', (text, shown) => {
  expect(toShownRows(text)).toBe(shown);
});
