import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHashTable, type Hash } from '../../../../../src/evaluation/testset/check/hash-table.ts';

const hashOf = (text: string): Hash => {
  const bytes = hash('sha256', text, 'buffer');
  return { high: bytes.readUInt32LE(0), low: bytes.readUInt32LE(4) };
};

test('the first row with a hash and a mark stays, however many follow', () => {
  const table = createHashTable();
  const rows = Array.from({ length: 20_000 }, (_, index) => index + 1);
  expect(rows.filter((row) => table.put(hashOf(`${row}`), row, row * 2).first !== null)).toEqual([]);
  for (const row of [1, 777, 20_000]) {
    expect(table.put(hashOf(`${row}`), 99_999, row * 2)).toEqual({ first: row, same: row });
  }
});

test.each([
  ['begin', { high: 7, low: 1 }, { high: 7, low: 2 }],
  ['end', { high: 1, low: 7 }, { high: 2, low: 7 }],
])('hashes that %s alike are distinguished', (_, a, b) => {
  const table = createHashTable();
  expect([table.put(a, 1, 0).first, table.put(b, 2, 0).first]).toEqual([null, null]);
  expect([table.put(a, 3, 0).first, table.put(b, 3, 0).first]).toEqual([1, 2]);
});

test('of rows with the same hash, the first stays the first while the table grows', () => {
  const table = createHashTable();
  const last = { high: 0xffffffff, low: 0xffffffff };
  for (let row = 1; row <= 50; row += 1) {
    expect(table.put(last, row, row)).toEqual({ first: row === 1 ? null : 1, same: null });
  }
  for (let row = 51; row <= 5000; row += 1) table.put(hashOf(`${row}`), row, 0);
  for (const row of [1, 20, 50]) expect(table.put(last, 9999, row)).toEqual({ first: 1, same: row });
});

test('a mark may equal the beginning of the hash', () => {
  const table = createHashTable();
  const hashes = Array.from({ length: 200_000 }, (_, index) => hashOf(`${index}`));
  for (const one of hashes) table.put(one, 1, 0);
  expect(hashes.filter((one) => table.put(one, 2, one.high).same !== null)).toEqual([]);
});
