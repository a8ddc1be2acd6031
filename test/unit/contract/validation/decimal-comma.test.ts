import { expect, test } from 'vitest';
import { hasDecimalComma } from '../../../../src/contract/validation/decimal-comma.ts';

test.each([
  ['1,5', true],
  [' -1.234.567,50 ', true],
  ['1,234,567', false],
  ['1.5', false],
  ['a, b', false],
  ['1,', false],
])('%j has a decimal comma: %j', (text, found) => {
  expect(hasDecimalComma(text)).toBe(found);
});
