import { expect, test } from 'vitest';
import { countOf } from '../../../src/errors/count-of.ts';

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
])('%i is formatted as %s', (number, text) => {
  expect(countOf(number, 'row')).toBe(text);
});
