import { expect, test } from 'vitest';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { toTable, type Column } from '../../../../src/ui/layout/table-model.ts';
import { displayOf } from '../fixtures.ts';

function columnsOf(count: number): Column<string>[] {
  return Array.from({ length: count }, (_, index) => ({
    header: `column ${index}`,
    value: () => 'value',
    dropOrder: index,
  }));
}

test.each([
  [7, '… not shown here: column 1, column 2, column 3, column 4, column 5, column 6 (widen the window, or add --json)'],
  [
    8,
    '… not shown here: column 1, column 2, column 3, column 4, column 5 and 2 more (widen the window, or add --json)',
  ],
])('of %i columns, up to six hidden ones are named', (count, remark) => {
  const table = toTable({ columns: columnsOf(count), rows: ['x'], empty: '' });
  expect(
    drawPage([table], displayOf({ columns: 10 }))
      .split('\n')
      .slice(2)
      .join(' '),
  ).toBe(remark);
});

test.each([
  [15, []],
  [16, ['… 2 more rows: pipe to less, or add --json']],
])('of %i rows, those beyond a window of 19 lines are counted', (count, remarks) => {
  const rows = Array.from({ length: count }, (_, index) => `row ${index}`);
  const table = toTable({ columns: [{ header: 'name', value: (row: string) => row }], rows, empty: '' });
  const lines = drawPage([table], displayOf({ rows: 19 })).split('\n');
  expect(lines.filter((line) => line.startsWith('…'))).toEqual(remarks);
});

test.each([
  [16, ['a long text that', 'goes on']],
  [15, ['a long text th…']],
])('prose is wrapped from 16 columns: %i', (columns, lines) => {
  const table = toTable({
    columns: [{ header: 'text', kind: 'prose', value: (row: string) => row }],
    rows: ['a long text that goes on'],
    empty: '',
  });
  expect(
    drawPage([table], displayOf({ columns, rows: 40 }))
      .split('\n')
      .slice(1),
  ).toEqual(lines);
});
