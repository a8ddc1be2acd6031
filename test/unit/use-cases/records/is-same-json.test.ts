import { expect, test } from 'vitest';
import { isSameJson } from '../../../../src/use-cases/records/is-same-json.ts';

test.each([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [Object.assign(Object.create(null), { a: 1 }), { a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ a: null }, {}, false],
  [undefined, undefined, true],
  [undefined, null, false],
])('%j and %j are the same JSON: %s', (one, other, expected) => {
  expect(isSameJson(one, other)).toBe(expected);
});
