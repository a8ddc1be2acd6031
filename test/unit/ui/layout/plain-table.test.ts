import { expect, test } from 'vitest';
import { plainTable, tsvTable } from '../../../../src/ui/layout/plain-table.ts';
import { toTable, type TableBlock } from '../../../../src/ui/layout/table-model.ts';

interface Row {
  readonly name: string;
  readonly count: number | null;
}

test('columns are aligned, numbers to the right, wide characters as two cells', () => {
  const table = tableOf([
    { name: 'a', count: 1 },
    { name: '日本語', count: 12345 },
    { name: 'e\u0301', count: null },
    { name: '👩‍👩‍👧', count: 2 },
  ]);
  expect(plainTable(table)).toBe(
    ['NAME    COUNT', 'a           1', '日本語  12345', 'e\u0301           -', '👩‍👩‍👧          2'].join('\n'),
  );
});

test('nothing is truncated', () => {
  const name = 'x'.repeat(500);
  expect(plainTable(tableOf([{ name, count: 1 }]))).toContain(name);
});

test('a very long cell does not widen other rows', () => {
  const name = 'x'.repeat(101);
  const table = tableOf([
    { name, count: 1 },
    { name: 'short', count: 2 },
  ]);
  expect(plainTable(table)).toBe(['NAME   COUNT', `${name}      1`, 'short      2'].join('\n'));
});

test('a cell of a hundred characters widens other rows', () => {
  const name = 'x'.repeat(100);
  const [head] = plainTable(tableOf([{ name, count: 1 }])).split('\n');
  expect(head).toBe(`NAME${' '.repeat(96)}  COUNT`);
});

test('no line ends with spaces', () => {
  const rows = [
    { name: 'long name', count: 1 },
    { name: 'b', count: 2 },
  ];
  const table = toTable({ columns: [{ header: 'name', value: (row: Row) => row.name }], rows, empty: '' });
  expect(
    plainTable(table)
      .split('\n')
      .filter((line) => line.endsWith(' ')),
  ).toEqual([]);
});

test('tab-separated values keep one field per tab and one row per line', () => {
  const table = tableOf([
    { name: 'with\ttab\nand line', count: 1 },
    { name: '', count: null },
  ]);
  expect(tsvTable(table)).toBe('name\tcount\nwith tab and line\t1\n\t');
});

test('a table without rows is its header', () => {
  expect(plainTable(tableOf([]))).toBe('NAME  COUNT');
  expect(tsvTable(tableOf([]))).toBe('name\tcount');
});

test('a hundred thousand rows are written in one go', () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({ name: `row ${index}`, count: index }));
  expect(plainTable(tableOf(rows)).split('\n')).toHaveLength(100_001);
});

function tableOf(rows: readonly Row[]): TableBlock {
  return toTable({
    columns: [
      { header: 'name', value: (row) => row.name },
      { header: 'count', kind: 'integer', value: (row) => row.count },
    ],
    rows,
    empty: 'None.',
  });
}

test('a heading keeps the settings of an evaluator as they were typed', () => {
  const columns = [{ header: String.raw`regex_test:regex_pattern=^\p{L}+$`, value: ({ name }: Row) => name }];
  const table = toTable({ columns, rows: [{ name: 'a', count: 1 }], empty: '' });
  expect(plainTable(table)).toBe(['REGEX_TEST:regex_pattern=^\\p{L}+$', 'a'].join('\n'));
});
