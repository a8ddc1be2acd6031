import { expect, test } from 'vitest';
import { exactDifference } from '../../../../../src/evaluation/evaluators/figures/exact-difference.ts';

test.each([
  ['9007199254740993', '9007199254740992', 1],
  ['-9007199254740993', '9007199254740992', 18014398509481984],
  ['0.3', '0.2', 0.1],
  ['12345678901234567890.5', '12345678901234567890.25', 0.25],
  ['1e300', '1e300', 0],
  ['1.5e3', '+1500', 0],
  ['.5', '-5e-1', 1],
  ['7.', '0', 7],
  ['1e-320', '0', 1e-320],
])('%s and %s differ by %d', (one, other, difference) => {
  expect(exactDifference(one, other)).toBe(difference);
  expect(exactDifference(other, one)).toBe(difference);
});

test('numbers of a million digits or with great exponents are doubles, and fast', () => {
  expect(exactDifference(`${'0'.repeat(1_000_000)}1`, '0')).toBe(1);
  expect(exactDifference('1e-999999999', '2')).toBe(2);
});

test('up to a thousand digits and a power of a thousand, a difference is exact', () => {
  const nines = '9'.repeat(999);
  expect(exactDifference(`1${'0'.repeat(999)}`, nines)).toBe(1);
  expect(exactDifference('1e1000', '1e1000')).toBe(0);
  expect(exactDifference('1e-1000', '1e-1000')).toBe(0);
});

test('beyond that, numbers that no double holds have no difference', () => {
  expect(exactDifference(`1${'0'.repeat(1000)}`, `1${'0'.repeat(1000)}`)).toBeNaN();
  expect(exactDifference('1e1001', '1e1001')).toBeNaN();
});
