import { expect, test } from 'vitest';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

// The reference implementation, https://prng.di.unimi.it/xoshiro128starstar.c, version 1.1, from the state 1, 2, 3, 4.
test('the generator gives the words of the reference implementation', () => {
  const random = createRandom([1, 2, 3, 4]);
  const words = Array.from({ length: 10 }, () => random.below(2 ** 32));
  expect(words).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});
