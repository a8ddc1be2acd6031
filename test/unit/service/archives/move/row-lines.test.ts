import { expect, test } from 'vitest';
import { addChecksum, respellLine, showChecksum, toLine } from '../../../../../src/service/archives/move/row-lines.ts';

test('a row is a line of fields in the order of the columns', () => {
  const row = { a: 'text', b: 1.5, c: null, d: Uint8Array.from([0, 255]) };
  expect(toLine(row, ['d', 'a', 'b', 'c', 'missing'])).toBe('\\\\x00ff\ttext\t1.5\t\\N\t\\N\n');
});

test('only the part of a buffer that a view shows is written', () => {
  expect(toLine({ a: Uint8Array.from([1, 2, 3, 4]).subarray(1, 3) }, ['a'])).toBe('\\\\x0203\n');
});

test('what separates fields and lines is escaped', () => {
  expect(toLine({ a: '\\ \b \f \n \r \t \v \\N' }, ['a'])).toBe('\\\\ \\b \\f \\n \\r \\t \\v \\\\N\n');
});

test('fractions are written as JavaScript does, in their columns only', () => {
  expect(respellLine('1.50\t1.50\t\\N', [1, 2, 9])).toBe('1.50\t1.5\t\\N\n');
  expect(respellLine('1e-07\t2', [0])).toBe('1e-7\t2\n');
  expect(respellLine('1.50', [])).toBe('1.50\n');
});

test('a checksum does not depend on the order of rows, and shows as 12 digits', () => {
  const sum = (...lines: string[]) => lines.reduce(addChecksum, 0);
  expect(sum('a', 'b')).toBe(sum('b', 'a'));
  expect(sum('a', 'b')).not.toBe(sum('a', 'c'));
  expect(showChecksum(sum('a'))).toBe('ca978112ca1b');
  expect(addChecksum(2 ** 48 - 1, 'a')).toBe(sum('a') - 1);
  expect(showChecksum(255)).toBe('0000000000ff');
});
