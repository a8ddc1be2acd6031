import { expect, test } from 'vitest';
import { plainTable, tsvTable } from '../../../../src/ui/layout/plain-table.ts';
import { type Column, toTable } from '../../../../src/ui/layout/table-model.ts';
import { createWrittenTable } from '../../../../src/ui/layout/written-table.ts';

interface Row {
  readonly name: string;
  readonly cost?: number;
}

const NAME: Column<Row> = { header: 'name', value: ({ name }) => name };
const COST: Column<Row> = { header: 'cost', kind: 'cost', value: ({ cost }) => cost };

const ROWS: readonly Row[] = [
  { name: 'a\tb' },
  { name: '漢字', cost: 0.5 },
  { name: 'x'.repeat(120), cost: 12 },
  { name: '', cost: 0.000012 },
];

function tableOf(rows: readonly Row[], columns: readonly Column<Row>[] = [NAME, COST]) {
  return toTable({ columns: [...columns], rows, empty: '' });
}

test.each([
  ['plain', false],
  ['plain', true],
  ['tsv', true],
] as const)('a %s table in parts, with colour %s, is what it is as a whole', (form, color) => {
  const table = createWrittenTable(form, color);
  table.add(tableOf(ROWS.slice(0, 1), [NAME]), 0);
  expect(table.width).toBe(1);
  table.add(tableOf(ROWS.slice(0, 3)), 1);
  expect(table.width).toBe(2);
  table.add(tableOf(ROWS.slice(2)), 1);
  const whole = tableOf(ROWS);
  const text = form === 'plain' ? plainTable(whole, color) : tsvTable(whole);
  expect([...table.text()].join('')).toBe(`${text}\n`);
});

test('columns of the same header stay apart', () => {
  const columns = [NAME, { ...NAME, value: () => 'other' }];
  const table = createWrittenTable('tsv', false);
  table.add(tableOf(ROWS.slice(1, 2), columns), 0);
  expect([...table.text()].join('')).toBe('name\tname\n漢字\tother\n');
});

test('a part without rows adds columns only', () => {
  const table = createWrittenTable('plain', false);
  table.add(tableOf(ROWS.slice(1, 2)), 1);
  expect([...table.text()]).toEqual(['NAME  COST\n']);
});
