import { expect, test } from 'vitest';
import { findNonFinite } from '../../../../src/runtime/call/find-non-finite.ts';

test.each<[unknown, string, number]>([
  [Number.NaN, '', Number.NaN],
  [{ a: Infinity }, 'a', Infinity],
  [{ a: [1, { b: -Infinity }] }, 'a.1.b', -Infinity],
])('%o has a number at "%s" that JSON cannot write', (value, path, number) => {
  expect(findNonFinite(value)).toEqual({ path, value: number });
});

test('null, dates and cycles behind toJSON are no such numbers', () => {
  const cyclic: Record<string, unknown> = { toJSON: () => 'written', lost: Number.NaN };
  cyclic['self'] = cyclic;
  const twice = { a: null };
  expect(findNonFinite([null, undefined, 'NaN', new Date(Number.NaN), cyclic, twice, twice, 1e308])).toBeNull();
});
