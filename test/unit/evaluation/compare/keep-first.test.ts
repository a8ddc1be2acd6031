import { expect, test } from 'vitest';
import { createFirst, createLargest } from '../../../../src/evaluation/compare/keep-first.ts';

const mixed = Array.from({ length: 500 }, (_, index) => (index * 271) % 500);

test.each([0, 1, 3, 400])('the first %d of many are kept in order', (limit) => {
  const first = createFirst<number>(limit, (a, b) => a - b);
  for (const item of mixed) first.add(item);
  expect(first.read()).toEqual(Array.from({ length: limit }, (_, index) => index));
});

test('of equal items, the earlier ones are kept', () => {
  const first = createFirst<string>(2, (a, b) => a.length - b.length);
  for (const item of ['aaa', 'b', 'c', 'd', 'ee']) first.add(item);
  expect(first.read()).toEqual(['b', 'c']);
});

test('items can be added after reading', () => {
  const first = createFirst<number>(2, (a, b) => a - b);
  for (const item of [5, 3, 4]) first.add(item);
  expect(first.read()).toEqual([3, 4]);
  first.add(1);
  expect(first.read()).toEqual([1, 3]);
});

test('the largest are kept, the greatest first', () => {
  const largest = createLargest<string>(2);
  for (const size of mixed) largest.add(`item ${size}`, size);
  expect(largest.read()).toEqual(['item 499', 'item 498']);
});
