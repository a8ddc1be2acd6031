import { expect, test } from 'vitest';
import { forecastSum } from '../../../../src/evaluation/statistics/forecast.ts';
import { createDraw } from '../../../helpers/error-rates/shapes.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { COSTS } from '../../../helpers/error-rates/costs.ts';

test('without values there is no forecast, and with one value no interval', () => {
  expect(forecastSum([], 5)).toBeNull();
  expect(forecastSum([2], 5)).toEqual({ sum: 10, interval: null });
  expect(forecastSum([], 0)).toEqual({ sum: 0, interval: [0, 0] });
});

// scipy: 25 - t.ppf(.95, 3) * sqrt(5 / 3 * 10 * (1 + 10 / 4))
test('few values limit a sum from below only, at 0 or above', () => {
  expect(forecastSum([1, 2, 3, 4], 10)).toEqual({ sum: 25, interval: [expect.closeTo(25 - 17.97411, 4), null] });
  expect(forecastSum([0, 2], 3)?.interval).toEqual([0, null]);
});

test('values that differ little limit a sum from both sides', () => {
  const known = Array.from({ length: 100 }, (_, index) => 1 + (index % 5) / 100);
  const [low = 0, high = 0] = forecastSum(known, 200)?.interval ?? [];
  expect(low).toBeGreaterThan(203);
  expect(high).toBeLessThan(205);
});

test.each(COSTS)('a forecast of $name covers the sum in at least 88 % of all cases', ({ figure }) => {
  for (const known of [5, 120]) {
    for (const more of [1, 50]) {
      const draw = createDraw(createRandom(known + more));
      const sums = Array.from({ length: 30 }, () => {
        const [low = 0, high = null] =
          forecastSum(
            Array.from({ length: known }, () => figure(draw)),
            more,
          )?.interval ?? [];
        const sum = Array.from({ length: more }, () => figure(draw)).reduce((all, each) => all + each, 0);
        return low <= sum && sum <= (high ?? Infinity);
      });
      // 88 % of 30, less twice the spread of such a simulation.
      expect(sums.filter(Boolean).length, `${known} values, ${more} more`).toBeGreaterThanOrEqual(23);
    }
  }
});
