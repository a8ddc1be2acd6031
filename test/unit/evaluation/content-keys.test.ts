import { expect, test } from 'vitest';
import { cellKeys } from '../../../src/evaluation/content-keys.ts';

const ORIGIN = { code: 'a'.repeat(64), route: '/', config: { words: 50, tone: 'plain' } };

test('the order of fields does not matter to a key', () => {
  const key = cellKeys(ORIGIN)({ a: 1, b: { c: 2, d: 3 } });
  expect(cellKeys({ ...ORIGIN, config: { tone: 'plain', words: 50 } })({ b: { d: 3, c: 2 }, a: 1 })).toBe(key);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['the code', { ...ORIGIN, code: 'b'.repeat(64) }, { a: 1 }],
  ['the route', { ...ORIGIN, route: '/x' }, { a: 1 }],
  ['the configuration', { ...ORIGIN, config: { words: 51, tone: 'plain' } }, { a: 1 }],
  ['the repetition', { ...ORIGIN, repeat: 1 }, { a: 1 }],
  ['the input', ORIGIN, { a: 2 }],
  ["the input's type", ORIGIN, { a: '1' }],
])('%s changes a key', (_, origin, input) => {
  expect(cellKeys(origin)(input)).not.toBe(cellKeys(ORIGIN)({ a: 1 }));
});
