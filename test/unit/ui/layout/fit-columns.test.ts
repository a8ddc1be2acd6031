import { expect, test } from 'vitest';
import { fitColumns, type MeasuredColumn } from '../../../../src/ui/layout/fit-columns.ts';
import type { Kind } from '../../../../src/ui/layout/text/format-value.ts';

function columnOf(kind: Kind, width: number, compactWidth = width, dropOrder = 0): MeasuredColumn {
  return { head: { header: '', kind, dropOrder, only: null }, cells: [], wrapped: '', width, compactWidth };
}

/** The widths of the columns that stay; `n` for a narrow header, `c` for compact values. */
function fitted(columns: readonly MeasuredColumn[], available: number): string {
  return fitColumns(columns, available)
    .map(({ width, isNarrow, isCompact }) => `${width}${isNarrow ? 'n' : ''}${isCompact ? 'c' : ''}`)
    .join(' ');
}

const TEXTS = [columnOf('text', 40), columnOf('prose', 30)];
const MIXED = [columnOf('text', 40), columnOf('status', 12, 1), columnOf('integer', 10, 4), columnOf('time', 14, 6)];

test.each([
  [72, '40 30'],
  [71, '39n 30n'],
  [62, '30n 30n'],
  [61, '29n 30n'],
  [34, '16n 16n'],
  [33, '15n 16n'],
  [18, '8n 8n'],
  [17, '17n'],
  [8, '8n'],
  [7, '7n'],
  [0, '1n'],
])('texts within %i columns are %s wide, the widest shrinks first', (available, widths) => {
  expect(fitted(TEXTS, available)).toBe(widths);
});

test.each([
  [82, '40 12 10 14'],
  [81, '40n 12n 4n 6nc'],
  [67, '39n 12n 4n 6nc'],
  [44, '16n 12n 4n 6nc'],
  [43, '16n 1nc 4n 6nc'],
  [33, '16n 1nc 4n 6nc'],
  [32, '15n 1nc 4n 6nc'],
  [25, '8n 1nc 4n 6nc'],
  [24, '15n 1nc 4n'],
])('within %i columns the widths are %s: numbers, texts, statuses, texts', (available, widths) => {
  expect(fitted(MIXED, available)).toBe(widths);
});

test.each([
  [44, '32n 10n'],
  [43, '43n'],
])('within %i columns, %s: a column is dropped when texts of 32 no longer fit', (available, widths) => {
  expect(fitted([columnOf('text', 50), columnOf('integer', 10, 10, 1)], available)).toBe(widths);
});

test.each([
  [26, 3],
  [25, 2],
  [16, 2],
  [15, 1],
])('within %i columns, %i remain: the highest order is dropped first', (available, count) => {
  const columns = [columnOf('integer', 8), columnOf('integer', 8, 8, 2), columnOf('integer', 6, 6, 1)];
  expect(fitColumns(columns, available)).toHaveLength(count);
});

test('a column alone is truncated at last, whatever it contains', () => {
  expect(fitted([columnOf('integer', 10)], 4)).toBe('4n');
  expect(fitted([], 4)).toBe('');
});
