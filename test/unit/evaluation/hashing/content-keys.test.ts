import { expect, test } from 'vitest';
import { cellKeys, scoreKeys } from '../../../../src/evaluation/hashing/content-keys.ts';

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
