import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHashTable } from '../../../../src/evaluation/check/hash-table.ts';

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer');

test('the first row with a hash is kept, however many others come', () => {
  const table = createHashTable();
  for (let row = 1; row <= 20_000; row += 1) expect(table.putIfAbsent(hashOf(`${row}`), row, row * 2)).toBeNull();
  for (const row of [1, 777, 20_000]) {
    expect(table.putIfAbsent(hashOf(`${row}`), 99_999, 0)).toEqual({ row, mark: row * 2 });
  }
});

test('hashes that begin alike are told apart', () => {
  const [a, b] = [Buffer.alloc(8, 1), Buffer.alloc(8, 1)];
  b[7] = 2;
  const table = createHashTable();
  expect([table.putIfAbsent(a, 1, 0), table.putIfAbsent(b, 2, 0)]).toEqual([null, null]);
  expect([table.putIfAbsent(a, 3, 0)?.row, table.putIfAbsent(b, 3, 0)?.row]).toEqual([1, 2]);
});
