import { expect, test } from 'vitest';
import { canonicalJson, cellKeys, scoreKeys } from '../../../../src/evaluation/hashing/content-keys.ts';

const ORIGIN = { code: 'a'.repeat(64), route: '/', config: { words: 50, tone: 'plain' } };

test('the order of fields does not matter to a key', () => {
  const key = cellKeys(ORIGIN)({ a: 1, b: { c: 2, d: 3 } }, 0);
  expect(cellKeys({ ...ORIGIN, config: { tone: 'plain', words: 50 } })({ b: { d: 3, c: 2 }, a: 1 }, 0)).toBe(key);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['the code', { ...ORIGIN, code: 'b'.repeat(64) }, { a: 1 }, 0],
  ['the route', { ...ORIGIN, route: '/x' }, { a: 1 }, 0],
  ['the configuration', { ...ORIGIN, config: { words: 51, tone: 'plain' } }, { a: 1 }, 0],
  ['the repetition', ORIGIN, { a: 1 }, 1],
  ['the input', ORIGIN, { a: 2 }, 0],
  ["the input's type", ORIGIN, { a: '1' }, 0],
])('%s changes a key', (_, origin, input, repeat) => {
  expect(cellKeys(origin)(input, repeat)).not.toBe(cellKeys(ORIGIN)({ a: 1 }, 0));
});

test("a score's key depends on the evaluator, its settings and its input", () => {
  const keyOf = (code: string, settings: Record<string, unknown>, basis: unknown) =>
    scoreKeys({ code, settings }).keyOf(basis);
  const key = keyOf('judge@1', { prompt: 'x' }, { output: 'a', expected: 'b' });
  expect(keyOf('judge@1', { prompt: 'x' }, { expected: 'b', output: 'a' })).toBe(key);
  const others = [
    keyOf('judge@2', { prompt: 'x' }, { output: 'a', expected: 'b' }),
    keyOf('judge@1', { prompt: 'y' }, { output: 'a', expected: 'b' }),
    keyOf('judge@1', { prompt: 'x' }, { output: 'a', expected: 'c' }),
    keyOf('judge@1', { prompt: 'x' }, { output: 'c', expected: 'b' }),
  ];
  expect(new Set([key, ...others]).size).toBe(5);
});

// Answers and scores are stored under these: sha256 of the origin's hash and the canonical JSON of the rest.
test('the keys stay what they were', () => {
  expect(cellKeys({ code: 'a', route: '/', config: { words: 5 } })({ text: 'x' }, 1)).toBe(
    '2600f073c6378069092142049edd965135a131fabf00ff3a68cf83d5c350a511',
  );
  const { judge, keyOf } = scoreKeys({ code: 'judge@1', settings: { votes: 3 } });
  expect([judge, keyOf({ output: 'x' })]).toEqual([
    'b6447986d7b3767c4c551ee0a5c2605e70ad83d1de78781cab0769a53bd403f7',
    '19174f6686b7257982f56f09f806d87bfcb01f71d3b692ac863fb32c5fc59013',
  ]);
});

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

test('a value that is nested deeper than the stack is written, too', () => {
  let nested: unknown = { b: 1, a: undefined };
  for (let level = 0; level < 100_000; level += 1) nested = level % 2 === 0 ? [nested] : { z: nested };
  const levels = 50_000;
  expect(canonicalJson(nested)).toBe(`${'{"z":['.repeat(levels)}{"b":1}${']}'.repeat(levels)}`);
});
