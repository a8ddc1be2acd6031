import { expect, test } from 'vitest';
import { addChecksum, respellLine, showChecksum, toLine } from '../../../../../src/service/archives/move/row-lines.ts';

test('a row is a line of COPY: escapes, hexadecimal bytes, and columns in order', () => {
  const row = { id: 'a', text: 'x\ty\nz\\ \b\f\r\v', count: 0.5, nothing: null, bytes: new Uint8Array([0, 255, 16]) };
  expect(toLine(row, ['text', 'id', 'count', 'nothing', 'bytes', 'missing'])).toBe(
    'x\\ty\\nz\\\\ \\b\\f\\r\\v\ta\t0.5\t\\N\t\\\\x00ff10\t\\N\n',
  );
});

test('bytes that are a part of a buffer are only that part', () => {
  expect(toLine({ bytes: new Uint8Array([1, 2, 3, 4]).subarray(1, 3) }, ['bytes'])).toBe('\\\\x0203\n');
});

test.each([
  ['a\t0.10\t7', [1], 'a\t0.1\t7\n'],
  ['1.50\t\\N\t2.0', [0, 1, 2], '1.5\t\\N\t2\n'],
  ['1.50', [], '1.50\n'],
  ['1.50', [3], '1.50\n'],
])('%j with fractions at %j becomes %j', (line, fractions, respelled) => {
  expect(respellLine(line, fractions)).toBe(respelled);
});

test('checksums of parts add up in any order, and wrap around', () => {
  const [one, two] = [addChecksum(0, 'a\n'), addChecksum(0, 'b\n')];
  expect(addChecksum(addChecksum(0, 'b\n'), 'a\n')).toBe((one + two) % 2 ** 48);
  expect(addChecksum(2 ** 48 - 1, 'a\n')).toBe(one - 1);
  expect([one, showChecksum(one), showChecksum(255)]).toEqual([
    Number.parseInt('87428fc52280', 16),
    '87428fc52280',
    '0000000000ff',
  ]);
});
