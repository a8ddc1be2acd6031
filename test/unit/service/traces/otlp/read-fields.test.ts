import { expect, test } from 'vitest';
import { readFields, WireError } from '../../../../../src/service/traces/otlp/read-fields.ts';

const read = (...bytes: number[]) => [...readFields(Uint8Array.from(bytes))];
const bytes = (...values: number[]) => Uint8Array.from(values);

test('numbers, texts and fixed-length numbers are read in order', () => {
  expect(read()).toEqual([]);
  expect(read(0x08, 0x96, 0x01, 0x12, 2, 7, 8, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4)).toEqual([
    { number: 1, value: 150n },
    { number: 2, value: bytes(7, 8) },
    { number: 3, value: bytes(1, 2, 3, 4, 5, 6, 7, 8) },
    { number: 4, value: bytes(1, 2, 3, 4) },
  ]);
});

test('a field may be empty, and its number may have several bytes', () => {
  expect(read(0x0a, 0)).toEqual([{ number: 1, value: bytes() }]);
  expect(read(0x80, 0x01, 0x7f)).toEqual([{ number: 16, value: 127n }]);
});

test('a number has 64 bits; a tenth byte adds only the last of them', () => {
  const nine = Array.from({ length: 9 }, () => 0xff);
  expect(read(0x08, ...nine, 0x01)).toEqual([{ number: 1, value: 2n ** 64n - 1n }]);
  expect(read(0x08, ...nine, 0x7f)).toEqual([{ number: 1, value: 2n ** 64n - 1n }]);
});

test.each([
  ['a field without a number', [0x00], 'a field has the number 0'],
  ['an unknown type', [0x0b], 'field 1 has the unknown type 3'],
  ['a text with too few bytes', [0x0a, 2, 7], 'field 1 is cut off'],
  ['a short number of eight bytes', [0x11, 1, 2, 3, 4, 5, 6, 7], 'field 2 is cut off'],
  ['a short number of four bytes', [0x1d, 1, 2, 3], 'field 3 is cut off'],
  ['a number that goes on', [0x08, 0x80], 'a number is cut off'],
  ['a tag that goes on', [0x80], 'a number is cut off'],
  ['a number of eleven bytes', [0x08, ...Array.from({ length: 11 }, () => 0x80)], 'a number has more than 64 bits'],
])('%s is refused', (_, wrong, message) => {
  expect(() => read(...wrong)).toThrow(new WireError(message));
});
