import { expect, test } from 'vitest';
import { isRightAligned, tableIn, toTable, uniquePrefixLength } from '../../../../src/ui/layout/table-model.ts';

test.each([
  [[], 8],
  [['01932c5e-1111-7000'], 8],
  [['abcd1111-x', 'abce2222-y'], 8],
  [['01932c5e-1111-7000', '01932c5e-1112-7000'], 13],
  [['01932c5e-1111', '01932c5e-1111'], 8],
  [[null, undefined, '01932c5e-1111', '01932c5e-1211'], 11],
])('the ids %j differ within %i characters', (ids, length) => {
  expect(uniquePrefixLength(ids)).toBe(length);
});

test('a table contains values, not rows', () => {
  const columns = [
    { header: 'name', value: ({ name }: { name: string }) => name },
    { header: 'size', kind: 'integer' as const, value: ({ name }: { name: string }) => name.length, dropOrder: 1 },
  ];
  expect(toTable({ columns, rows: [{ name: 'a' }], empty: 'None.' })).toEqual({
    type: 'table',
    title: null,
    columns: [
      { header: 'name', kind: 'text', dropOrder: 0, only: null },
      { header: 'size', kind: 'integer', dropOrder: 1, only: null },
    ],
    rows: [['a', 1]],
    empty: 'None.',
  });
});

test('each medium has its own columns, with their values', () => {
  const columns = [
    { header: 'name', value: (name: string) => name },
    { header: 'bar', value: () => '███', only: 'drawn' as const },
    { header: 'size', value: (name: string) => name.length, only: 'written' as const },
  ];
  const table = toTable({ columns, rows: ['abc'] });
  expect(table.empty).toBe('');
  const shown = (medium: 'drawn' | 'written') => {
    const { columns: heads, rows } = tableIn(table, medium);
    return [heads.map(({ header }) => header), rows];
  };
  expect(shown('drawn')).toEqual([['name', 'bar'], [['abc', '███']]]);
  expect(shown('written')).toEqual([['name', 'size'], [['abc', 3]]]);
  const both = toTable({ columns: columns.slice(0, 1), rows: ['abc'] });
  expect(tableIn(both, 'drawn')).toBe(both);
});

test('numbers are right-aligned, everything else is not', () => {
  const kinds = ['integer', 'cost', 'seconds', 'score', 'figure', 'probability', 'amount'] as const;
  expect(kinds.filter((kind) => !isRightAligned(kind))).toEqual([]);
  const others = ['text', 'prose', 'id', 'time', 'status', 'mark', 'bar', 'change', 'spread'] as const;
  expect(others.filter(isRightAligned)).toEqual([]);
});
