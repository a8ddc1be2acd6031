import { expect, test } from 'vitest';
import { mixBits, createRandom } from '../../../../src/evaluation/statistics/random.ts';

// The reference implementation, https://prng.di.unimi.it/xoshiro128starstar.c, version 1.1, from the state 1, 2, 3, 4.
test('the generator gives the words of the reference implementation', () => {
  const random = createRandom([1, 2, 3, 4]);
  const words = Array.from({ length: 10 }, () => random.below(2 ** 32));
  expect(words).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});

// test/fixtures/statistics/exact.py
test.each([
  [0, [3809008728, 1133695204, 53579671, 2891528803]],
  [1, [2442144158, 3238099751, 3819917871, 2104621829]],
  [-1, [835879718, 1921286648, 2356205009, 1885780724]],
  [2 ** 32 + 5, [3616982058, 3568987857, 2681310436, 1145618998]],
])('the seed %d is spread over the state', (seed, words) => {
  const random = createRandom(seed);
  expect(words.map(() => random.below(2 ** 32))).toEqual(words);
});

test('a number below a bound is the same share of it as the word of all words', () => {
  const random = createRandom([1, 2, 3, 4]);
  expect([10, 10, 1000, 10, 10, 10].map((bound) => random.below(bound))).toEqual([0, 0, 1, 0, 4, 3]);
});

// test/fixtures/statistics/exact.py
test.each([
  [0, 0],
  [1, 1364076727],
  [2, 821347078],
  [2 ** 31, 1832674720],
  [-1, 2180083513],
])('%d is mixed to %d', (value, mixed) => {
  expect(mixBits(value)).toBe(mixed);
});
