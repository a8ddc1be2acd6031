import { expect, test } from 'vitest';
import { locateJsonError } from '../../../../src/use-cases/files/locate-json-error.ts';

test.each([
  ['{"words": }', 1, 11],
  ['{"a": 1,\n  b}', 2, 3],
  ['{"a": 1', 1, 8],
  ['', 1, 1],
  ['nope', 1, 2],
  ['x', 1, 1],
  ['{"a": tru', 1, 10],
  ['{"a": trux', 1, 10],
  ['{"a": -}', 1, 8],
  ['{"a": 1e}', 1, 9],
  ['{"a": "open', 1, 12],
  ['{"a": "two\nlines"}', 1, 11],
  ['[1,]', 1, 4],
  ['[1] [2]', 1, 5],
  ['{"a": 01}', 1, 8],
  [`[${'0,'.repeat(5000)}x]`, 1, 10_002],
])('%j stops being JSON at line %i, column %i', (text, line, column) => {
  expect(locateJsonError(text)).toEqual({ line, column });
});
