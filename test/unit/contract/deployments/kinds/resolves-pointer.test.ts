import { expect, test } from 'vitest';
import { resolvesPointer } from '../../../../../src/contract/deployments/kinds/resolves-pointer.ts';

const root = { a: { 'b/c': [{ d: null }] }, 'm~n': 1, 'x y': 2, '100%': 3 };

test.each([
  ['', true],
  ['/a', true],
  ['/a/b~1c', true],
  ['/a/b~1c/0/d', true],
  ['/m~0n', true],
  ['/x%20y', true],
  ['/100%', true],
  ['/a/b', false],
  ['/a/b~1c/1', false],
  ['/a/b~1c/0/d/e', false],
  ['/toString', false],
])('%j resolves: %s', (pointer, resolves) => {
  expect(resolvesPointer(root, pointer)).toBe(resolves);
});
