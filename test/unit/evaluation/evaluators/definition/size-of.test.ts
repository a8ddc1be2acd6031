import { expect, test } from 'vitest';
import { sizeOf } from '../../../../../src/evaluation/evaluators/definition/size-of.ts';

test.each([
  ['a text', 'abcdef'],
  ['a list', ['abc', 'def', [1, 2, 3]]],
  ['an object', { name: 'x'.repeat(50), nested: { list: [{}, null, true] } }],
])('the size of %s is at least half of its JSON and at most eight times that', (_, value) => {
  const { length } = JSON.stringify(value);
  expect(sizeOf(value, 1000)).toBeGreaterThanOrEqual(length / 2);
  expect(sizeOf(value, 1000)).toBeLessThanOrEqual(length * 8);
});

test('counting stops above the limit', () => {
  let reads = 0;
  const item = () => {
    reads += 1;
    return 'abc';
  };
  const list = Array.from({ length: 100 }, () => Object.defineProperty({}, 'key', { enumerable: true, get: item }));
  expect(sizeOf(list, 20)).toBeGreaterThan(20);
  expect(reads).toBeLessThan(10);
});

test('a value may be nested deeper than the stack', () => {
  const text = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  expect(sizeOf(JSON.parse(text), 1e9)).toBe(8 * 200_000);
});
