import { expect, test } from 'vitest';
import { mixBits } from '../../../../src/evaluation/hashing/mix-bits.ts';

// test/fixtures/statistics/exact.py
test.each([
  [0, 0],
  [1, 1364076727],
  [2, 821347078],
  [2 ** 31, 1832674720],
  [-1, 2180083513],
])('%d is mixed to %d', (value, mixed) => {
  expect(mixBits(value)).toBe(mixed);
});
