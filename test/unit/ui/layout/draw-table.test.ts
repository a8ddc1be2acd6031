import { expect, test } from 'vitest';
import { divideRows } from '../../../../src/ui/layout/draw-view.tsx';
import { toTable, type Column } from '../../../../src/ui/layout/table-model.ts';
import { wrapHeader } from '../../../../src/ui/layout/fit-table.ts';
import { drawnLines } from '../fixtures.ts';

const tableOf = <Row>(columns: readonly Column<Row>[], ...rows: readonly Row[]) => [toTable({ columns, rows })];

/** Draws one row; of its letters only their number is told. */
function widths(columns: readonly Column<number>[], width: number): string {
  const [, ...rest] = drawnLines(tableOf(columns, 0), width);
  const row = rest.find((line) => /^[a\d]/.test(line)) ?? '';
  return row.replaceAll(/(aa+)(…?)/g, (_, letters: string, cut: string) => `${letters.length + cut.length}${cut}`);
}

const text = (header: string, length: number, dropOrder = 0): Column<number> => ({
  header,
  value: () => 'a'.repeat(length),
  dropOrder,
});
const number = (header: string, value: number, dropOrder = 0): Column<number> => ({
  header,
  kind: 'integer',
  value: () => value,
  dropOrder,
});

test.each([
  [72, '40  30'],
  [71, '39…  30'],
  [61, '29…  30'],
  [34, '16…  16…'],
  [33, '15…  16…'],
  [18, '8…  8…'],
  [17, '17…'],
  [7, '7…'],
])('texts within %i columns shrink, the widest first, then the last is dropped: %s', (width, row) => {
  expect(widths([text('a', 40), text('b', 30)], width)).toBe(row);
});

const MIXED: readonly Column<number>[] = [
  text('text', 40),
  { header: 'status', kind: 'status', value: () => 'EVALUATION_FINISHED' },
  number('rows needed', 1234),
  { header: 'created', kind: 'time', value: () => '2026-11-20T11:57:00Z' },
];

test.each([
  [80, '40  ✓ finished         1234  3 minutes ago'],
  [79, '40  ✓ finished    1234  3 min'],
  [67, '38…  ✓ finished    1234  3 min'],
  [45, '16…  ✓ finished    1234  3 min'],
  [44, '16…  ✓         1234  3 min'],
  [33, '8…  ✓         1234  3 min'],
  [32, '16…  ✓         1234'],
  [24, '8…  ✓         1234'],
  [23, '15…  ✓'],
])('within %i columns shrink headers and ages, then texts, statuses, texts: %s', (width, row) => {
  expect(widths(MIXED, width)).toBe(row);
});

test.each([
  [61, '49…  1234567890'],
  [44, '32…  1234567890'],
  [43, '43…'],
])('a long text shrinks to 32 before a column is dropped: %i', (width, row) => {
  expect(widths([text('text', 50), number('n', 1_234_567_890, 1)], width)).toBe(row);
});

const NUMBERS = [number('first', 12_345_678), number('second', 12_345_678, 2), number('third', 123_456, 1)];

test.each([
  [26, '12345678  12345678  123456'],
  [25, '12345678  123456'],
  [15, '12345678'],
  [4, '123…'],
])('within %i columns the highest order is dropped first, and the first column is cut at last', (width, row) => {
  expect(widths(NUMBERS, width)).toBe(row);
});

test('both ends of an interval are dropped together, and hidden columns are named', () => {
  const interval = [number('from', 0.25, 1), number('to', 0.75, 1)];
  expect(drawnLines(tableOf([text('name', 20), ...interval], 0), 25)).toEqual([
    'name',
    'a'.repeat(20),
    '… not shown here: from,',
    'to (widen the window, or',
    'add --json)',
  ]);
});

test.each([
  [7, '… not shown here: n1, n2, n3, n4, n5, n6 (widen the window, or add --json)'],
  [8, '… not shown here: n1, n2, n3, n4, n5 and 2 more (widen the window, or add --json)'],
])('of %i columns, up to six hidden ones are named', (count, remark) => {
  const columns = Array.from({ length: count }, (_, index) => number(`n${index}`, 12_345_678, index));
  expect(drawnLines(tableOf(columns, 0), 10).slice(2).join(' ')).toBe(remark);
});

test('an optional column without values is hidden, and not mentioned where it would not fit', () => {
  const empty: Column<number> = { header: 'note', value: () => null, dropOrder: 1 };
  for (const width of [80, 6])
    expect(drawnLines(tableOf([text('name', 4), empty], 0), width)).toEqual(['name', 'aaaa']);
});

test('ids are as short as they are unique among all rows, also those below the screen', () => {
  const columns: Column<string>[] = [{ header: 'id', kind: 'id', value: (id) => id }];
  const shown = (...ids: string[]) => drawnLines(tableOf(columns, ...ids), 80)[1];
  expect(shown('01932c5e-1111-7000')).toBe('01932c5e');
  expect(shown('abcd1111-x', 'abce2222-y')).toBe('abcd1111');
  expect(shown('01932c5e-1111-7000', '01932c5e-2222-7000', '01932c5e-1112-7000')).toBe('01932c5e-1111');
});

test('numbers are right-aligned, everything else is not', () => {
  const columns = (['integer', 'cost', 'seconds', 'score', 'figure', 'probability', 'text', 'prose'] as const).map(
    (kind): Column<number> => ({ header: `${kind} header`, kind, value: () => 1 }),
  );
  expect(drawnLines(tableOf(columns, 0), 200)[1]).toMatch(/^ +1 +\$1 +1 s +1 +1 +1 {2}1 +1$/);
});

test.each([
  [16, ['a long text that', 'goes on']],
  [15, ['a long text th…']],
])('prose within %i columns', (width, lines) => {
  const columns: Column<string>[] = [{ header: 'text', kind: 'prose', value: (row) => row }];
  expect(drawnLines(tableOf(columns, 'a long text that goes on'), width).slice(1)).toEqual(lines);
});

test.each([
  ['rows needed', 11, 'rows needed'],
  ['rows needed', 10, 'rows\nneeded'],
  ['exact_match', 4, 'exact_\nmatch'],
  ['one of two', 6, 'one of\ntwo'],
  ['contains:substring=refund', 10, 'contains:\nsubstring=\nrefund'],
  ['日本 語', 4, '日本\n語'],
])('the header %j above values of %i columns is %j', (header, width, wrapped) => {
  expect(wrapHeader(header, width)).toBe(wrapped);
});

test.each([
  [[], 20, []],
  [[21], 20, [21]],
  [[22], 20, [20]],
  [[3, 100], 20, [3, 17]],
  [[100, 3], 20, [17, 3]],
  [[100, 100], 20, [10, 10]],
  [[11, 100], 20, [11, 9]],
  [[12, 100], 20, [10, 10]],
  [[100, 100, 100], 9, [5, 5, 5]],
  [[7], 3, [5]],
])('tables of %j rows on %i lines show %j', (counts, lines, shares) => {
  expect(divideRows(counts, lines)).toEqual(shares);
});
