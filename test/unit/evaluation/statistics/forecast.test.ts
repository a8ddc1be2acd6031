import { expect, test } from 'vitest';
import { forecastSum } from '../../../../src/evaluation/statistics/forecast.ts';

test("a sum's interval covers the uncertainty of the mean", () => {
  // Student's t of 3 degrees at 0.95 is 2.353363 (NIST/SEMATECH e-Handbook, table 1.3.6.7.2): times sqrt(5/3 · 10 · 3.5).
  const forecast = forecastSum({ count: 4, mean: 2.5, variance: 5 / 3, least: 1, greatest: 4 }, 10);
  expect(forecast?.sum).toBe(25);
  expect(forecast?.interval?.[0]).toBeCloseTo(25 - 17.97411, 4);
  expect(forecast?.interval?.[1]).toBeCloseTo(25 + 17.97411, 4);
});

test('a sum of non-negative values has no negative bound', () => {
  expect(forecastSum({ count: 2, mean: 1, variance: 1, least: 0, greatest: 2 }, 3)?.interval?.[0]).toBe(0);
});

test('without calls there is no forecast, and with one call no interval', () => {
  const none = { count: 0, mean: 0, variance: 0, least: 0, greatest: 0 };
  expect(forecastSum(none, 5)).toBeNull();
  expect(forecastSum({ ...none, count: 1, mean: 2 }, 5)).toEqual({ sum: 10, interval: null });
  expect(forecastSum(none, 0)).toEqual({ sum: 0, interval: [0, 0] });
});
