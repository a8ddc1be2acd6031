import { expect, test } from 'vitest';
import { canonicalJson } from '../../../../src/evaluation/hashing/canonical-json.ts';

test.each([
  [{ b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
  [[{ b: 1, a: 'x"' }, [2, 1]], '[{"a":"x\\"","b":1},[2,1]]'],
  [{ 'b"': 1, B: 2, a: 3, é: 4 }, '{"B":2,"a":3,"b\\"":1,"é":4}'],
  [{ a: undefined, b: 1 }, '{"b":1}'],
  [{}, '{}'],
  [[], '[]'],
  [[undefined], '[null]'],
  [undefined, 'null'],
  [null, 'null'],
  [true, 'true'],
  ['x', '"x"'],
])('%j is written as %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
