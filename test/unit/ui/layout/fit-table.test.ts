import { expect, test } from 'vitest';
import { fitTable } from '../../../../src/ui/layout/fit-table.ts';
import { toTable, type Column } from '../../../../src/ui/layout/table-model.ts';
import { NOW } from '../fixtures.ts';

type Row = Readonly<Record<string, string>>;

const columns: readonly Column<Row>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'note', value: ({ note }) => note, dropOrder: 1 },
  { header: 'rest', value: ({ rest }) => rest, dropOrder: 2 },
];
const rows: readonly Row[] = [{ name: 'n'.repeat(20), note: 'o'.repeat(20), rest: 'r'.repeat(20) }];

test.each([
  [64, ['name', 'note', 'rest'], []],
  [63, ['name', 'note'], ['rest']],
  [42, ['name', 'note'], ['rest']],
  [41, ['name'], ['note', 'rest']],
  [10, ['name'], ['note', 'rest']],
])('a terminal of %i columns shows %j', (width, shown, hidden) => {
  const fitted = fitTable(toTable({ columns, rows, empty: '' }), { columns: width, maxRows: 10, now: NOW });
  expect(fitted.columns.map(({ header }) => header)).toEqual(shown);
  expect(fitted.hiddenColumns).toEqual(hidden);
});

test('columns that must stay shrink, the widest first', () => {
  const kept: readonly Column<Row>[] = [
    { header: 'name', value: ({ name }) => name },
    { header: 'id', value: () => 'short' },
  ];
  const fitted = fitTable(toTable({ columns: kept, rows, empty: '' }), { columns: 20, maxRows: 10, now: NOW });
  expect(fitted.columns.map(({ width }) => width)).toEqual([13, 5]);
});

test('texts are truncated before ids and numbers', () => {
  const kept: readonly Column<Row>[] = [
    { header: 'id', kind: 'id', value: () => '01932c5e-1111-7000-8000-000000000001' },
    { header: 'status', kind: 'status', value: () => 'EVALUATION_FINISHED_WITH_ERRORS' },
    { header: 'score', kind: 'score', value: () => 0.8194 },
  ];
  const fitted = fitTable(toTable({ columns: kept, rows, empty: '' }), { columns: 26, maxRows: 10, now: NOW });
  expect(fitted.columns.map(({ width }) => width)).toEqual([8, 6, 6]);
  expect(fitted.rows.map((row) => row.map(({ text }) => text))).toEqual([['01932c5e', '!', '0.8194']]);
});

test('both ends of an interval are dropped together', () => {
  const kept: readonly Column<Row>[] = [
    { header: 'name', value: ({ name }) => name },
    { header: 'from', kind: 'figure', value: () => 0.25, dropOrder: 1 },
    { header: 'to', kind: 'figure', value: () => 0.75, dropOrder: 1 },
  ];
  const fitted = fitTable(toTable({ columns: kept, rows, empty: '' }), { columns: 30, maxRows: 10, now: NOW });
  expect(fitted.columns.map(({ header }) => header)).toEqual(['name']);
  expect(fitted.hiddenColumns).toEqual(['from', 'to']);
});

test('the last columns are dropped before numbers are truncated', () => {
  const kept: readonly Column<Row>[] = [
    { header: 'name', value: ({ name }) => name },
    { header: 'first', kind: 'figure', value: () => 0.1234 },
    { header: 'second', kind: 'figure', value: () => 0.1234 },
  ];
  const fitted = fitTable(toTable({ columns: kept, rows, empty: '' }), { columns: 20, maxRows: 10, now: NOW });
  expect(fitted.columns.map(({ header, width }) => [header, width])).toEqual([
    ['name', 12],
    ['first', 6],
  ]);
  expect(fitted.hiddenColumns).toEqual(['second']);
});

test('an age is abbreviated before a column is dropped', () => {
  const kept: readonly Column<Row>[] = [
    { header: 'name', value: ({ name }) => name },
    { header: 'created', kind: 'time', value: () => '2026-11-20T11:57:00Z', dropOrder: 1 },
  ];
  const fitted = fitTable(toTable({ columns: kept, rows, empty: '' }), { columns: 30, maxRows: 10, now: NOW });
  expect(fitted.rows.map((row) => row.map(({ text }) => text))).toEqual([['n'.repeat(20), '3 min']]);
});

test('an optional column without values is hidden', () => {
  const bare = [{ name: 'short', note: 'short' }];
  const fitted = fitTable(toTable({ columns, rows: bare, empty: '' }), { columns: 80, maxRows: 10, now: NOW });
  expect(fitted.columns.map(({ header }) => header)).toEqual(['name', 'note']);
});

test('a dropped column without values is not mentioned', () => {
  const bare = [{ name: 'n'.repeat(20), note: 'o'.repeat(20) }];
  const fitted = fitTable(toTable({ columns, rows: bare, empty: '' }), { columns: 44, maxRows: 10, now: NOW });
  expect(fitted.hiddenColumns).toEqual([]);
});

test('a long text is truncated before other columns are dropped', () => {
  const long = [{ name: 'short', note: 'x'.repeat(500), rest: 'also short' }];
  const fitted = fitTable(toTable({ columns, rows: long, empty: '' }), { columns: 60, maxRows: 10, now: NOW });
  expect(fitted.columns.map(({ header, width }) => [header, width])).toEqual([
    ['name', 5],
    ['note', 41],
    ['rest', 10],
  ]);
});

test('rows beyond the screen are counted, and ids stay unique among all of them', () => {
  const ids = ['01932c5e-1111-7000', '01932c5e-2222-7000', '01932c5e-1112-7000'];
  const table = toTable({
    columns: [{ header: 'id', kind: 'id', value: (id: string) => id }],
    rows: ids,
    empty: '',
  });
  const fitted = fitTable(table, { columns: 80, maxRows: 1, now: NOW });
  expect(fitted.rows.map((row) => row.map(({ text }) => text))).toEqual([['01932c5e-1111']]);
  expect(fitted.hiddenRows).toBe(2);
});
