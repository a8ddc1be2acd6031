import { expect, test } from 'vitest';
import { type Block, toRecord, toText } from '../../../../src/ui/layout/page.ts';
import { plainPage } from '../../../../src/ui/layout/plain-page.ts';
import { toTable } from '../../../../src/ui/layout/table-model.ts';

const FIELDS = [
  { label: 'name', value: 'two\nlines' },
  { label: 'rows', kind: 'integer' as const, value: 3 },
];
const RECORD = toRecord(FIELDS, 'Test set');
const TABLE = {
  ...toTable({ columns: [{ header: 'id', value: (id: string) => id }], rows: ['a'], empty: 'None.' }),
  title: 'Rows',
};
const CHANGES = { type: 'word-diff', title: 'tone', changes: [{ kind: 'same', text: 'be dry' }] } as unknown as Block;

test('a record has its title and aligned fields', () => {
  expect(plainPage([RECORD], 'plain')).toBe('Test set\nname  two lines\nrows  3');
});

test('a record without a title begins with its fields', () => {
  expect(plainPage([toRecord(FIELDS.slice(1))], 'plain')).toBe('rows  3');
});

test('blocks are apart by an empty line', () => {
  expect(plainPage([toText('Done.'), TABLE], 'plain')).toBe('Done.\n\nRows\nID\na');
});

test('forced colours make titles and headings bold, and nothing of tab-separated values', () => {
  const page = [toText('Done.'), RECORD, TABLE];
  const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
  const record = `${bold('Test set')}\nname  two lines\nrows  3`;
  expect(plainPage(page, 'plain', true)).toBe(`Done.\n\n${record}\n\n${bold('Rows')}\n${bold('ID')}\na`);
  expect(plainPage(page, 'tsv', true)).toBe(plainPage(page, 'tsv'));
});

test('tab-separated values have no titles, and no text next to values', () => {
  expect(
    plainPage([toText('Done.'), RECORD, TABLE], 'tsv')
      .split('\n')
      .at(-1),
  ).toBe('a');
  expect(plainPage([RECORD], 'tsv')).toMatch(/^name\ttwo.*lines\nrows\t3$/);
  expect(plainPage([toText('Done.'), TABLE], 'tsv')).toBe('id\na');
  expect(plainPage([toText('Done.')], 'tsv')).toBe('Done.');
});

test('a word diff is one field in tab-separated values, and a paragraph otherwise', () => {
  expect(plainPage([CHANGES], 'tsv')).toBe('tone\tbe dry');
  expect(plainPage([CHANGES], 'plain')).toBe('tone\nbe dry');
});
