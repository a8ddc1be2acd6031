import { expect, test } from 'vitest';
import { toTable, uniquePrefixLength } from '../../../../src/ui/layout/table-model.ts';

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
