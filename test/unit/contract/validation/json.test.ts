import { describe, expect, test } from 'vitest';
import { hasDecimalComma } from '../../../../src/evaluation/testset/cell-types.ts';
import {
  DuplicateKeyError,
  isExactDouble,
  isInexactNumber,
  isSameInexactNumber,
  parseExactJson,
  parseExactNumbers,
} from '../../../../src/contract/validation/exact-json.ts';
import { parseJson } from '../../../../src/contract/validation/parse-json.ts';

describe('a number', () => {
  test.each([
    ['9007199254740992', 9007199254740992],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['1e400', '1e400'],
    ['1e-400', '1e-400'],
    ['5e-324', 5e-324],
    ['0.1', 0.1],
    ['0.10000000000000001', 0.1],
    ['0.1000000000000000055', '0.1000000000000000055'],
    ['1e23', 1e23],
    ['99999999999999991611392', '99999999999999991611392'],
    ['1.50', 1.5],
    ['-0', -0],
  ])('%s reads as %j', (text, value) => {
    expect(parseExactJson(text)).toBe(value);
    expect(parseExactJson(`{"a":[${text}]}`)).toEqual({ a: [value] });
  });

  test('that a double cannot hold differs from other text', () => {
    expect(['9007199254740993', '1e400', '7', '007', '+9007199254740993', 'x'].map(isInexactNumber)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(['+9007199254740993', '.5', '007'].map(isExactDouble)).toEqual([false, true, true]);
  });
});

describe('a key', () => {
  test.each([
    ['{"a":1,"a":1}', 'a', 7],
    ['[{"b":{"a":1}, "c":[{}, {"x":"a:\\"x\\":", "x" : 2}]}]', 'x', 41],
    ['{"\\u0061":1,"a":2}', 'a', 12],
    ['{"__proto__":1,"__proto__":2}', '__proto__', 15],
    ['{"":1,"":2}', '', 6],
    ['{"a\\\\":1,"a\\\\":2}', 'a\\', 9],
    ['{"a\\\\\\"":1,"a\\\\\\"":2}', 'a\\"', 11],
    ['{"a":{"b":1},"c":{"b":1,"d":[],"d":{}}}', 'd', 31],
  ])('that occurs twice is refused: %s', (text, key, position) => {
    expect(() => parseExactJson(text)).toThrow(new DuplicateKeyError(key, position));
    expect(() => parseExactJson(text)).toThrow(`The key ${JSON.stringify(key)} occurs twice in one object`);
    expect(() => parseExactJson(text)).toThrow(expect.objectContaining({ key, position }) as Error);
  });

  test('may occur in several objects, and inside of text', () => {
    const texts = [
      '{"a":{"a":[{"a":"\\"a\\":"},{"a":1}]},"b":"a"}',
      String.raw`{"a":"\\","b":"\\\"c\":","c":""}`,
      '["a", "a", null, {"a":[]}]',
    ];
    for (const text of texts) expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  test('may occur twice for a reader of numbers only', () => {
    expect(parseExactNumbers('{"a":1,"a":9007199254740993}')).toEqual({ a: '9007199254740993' });
  });
});

test('values may be nested more deeply than the stack allows', () => {
  const depth = 200_000;
  expect(() => parseExactJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)).not.toThrow();
  expect(() => parseExactJson(`${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`)).not.toThrow();
});

test('text that is not JSON is a syntax error', () => {
  expect(() => parseExactJson('{"a":1')).toThrow(SyntaxError);
});

test.each([
  ['9007199254740993', '9007199254740993.0', true],
  ['9007199254740993', '9.007199254740993e15', true],
  ['90071992547409930', '9007199254740993E+1', true],
  ['0.00012345678901234567891', '1.2345678901234567891e-4', true],
  ['1e400', '10e399', true],
  ['-1e400', '-1e400', true],
  ['-1e400', '1e400', false],
  ['0.1e400', '1E399', true],
  ['9007199254740993', '9007199254740993e0', true],
  ['9007199254740993', '9007199254740992.9', false],
  ['9007199254740993', '-9007199254740993', false],
  ['1e400', '1e401', false],
  // Their difference is less than any double.
  ['1e-400', '2e-400', false],
  ['1.0', '1', false],
  ['9007199254740993', 'x', false],
])('%s and %s: the same number that no double holds is %s', (one, other, isSame) => {
  expect(isSameInexactNumber(one, other)).toBe(isSame);
  expect(isSameInexactNumber(other, one)).toBe(isSame);
});

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

test.each([
  ['{"a":[1,null]}', { a: [1, null] }],
  ['null', null],
  ['""', ''],
  [' 0 ', 0],
  ['', undefined],
  ['{"a":}', undefined],
  ['undefined', undefined],
])('%j is the JSON %j, or none', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
