import { expect, test } from 'vitest';
import { detectableDifference, pairsToFind } from '../../../../src/evaluation/statistics/power.ts';

// Connor (1987) by hand: ((1.959964 √0.13 + 0.841621 √(0.13 − 0.05²)) / 0.05)²
test.each([
  [0.05, 0.13, 405.7758648790234],
  [0.1, 0.2, 154.59856956021105],
  [0.2, 0.4, 76.08748449318014],
])('a difference of %d among %d discordant needs %d pairs', (difference, discordant, pairs) => {
  expect(pairsToFind(difference, { discordant })).toBeCloseTo(pairs, 6);
});

// The chance that McNemar's test finds it, summed over all outcomes with scipy.stats.binom: 0.8085 for 404 pairs, 0.799
// for 200 pairs at 0.0866.
test('200 pairs find 8.8 points where a fifth of the rows differ', () => {
  expect(detectableDifference(200, { discordant: 0.2 })).toBeCloseTo(0.0881, 3);
});

test('ten pairs find nothing where a fifth of the rows differ', () => {
  expect(detectableDifference(10, { discordant: 0.2 })).toBeNull();
});
