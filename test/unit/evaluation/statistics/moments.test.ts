import { expect, test } from 'vitest';
import { createMoments } from '../../../../src/evaluation/statistics/moments.ts';

function momentsOf(values: readonly number[]) {
  const moments = createMoments();
  for (const value of values) moments.add(value);
  return moments.read();
}

// Python: statistics.fmean(d), statistics.variance(d)
test('mean and sample variance are exact for whole numbers', () => {
  expect(momentsOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ count: 8, mean: 5, variance: 32 / 7, least: 2, greatest: 9 });
  expect(momentsOf([-3, 1])).toEqual({ count: 2, mean: -1, variance: 8, least: -3, greatest: 1 });
});

test('one number has no variance, and none have no mean', () => {
  expect(momentsOf([7])).toEqual({ count: 1, mean: 7, variance: 0, least: 7, greatest: 7 });
  expect(momentsOf([])).toEqual({ count: 0, mean: 0, variance: 0, least: Infinity, greatest: -Infinity });
});

test('numbers far from 0 lose no digits of their variance', () => {
  const { mean, variance } = momentsOf([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]);
  expect([mean, variance]).toEqual([1e9 + 10, 30]);
});

test('numbers whose sum exceeds all doubles have their mean', () => {
  const most = Number.MAX_VALUE;
  expect(momentsOf([most, most])).toMatchObject({ mean: most, variance: 0 });
  expect(momentsOf([most, -most])).toMatchObject({ mean: 0, variance: most, least: -most, greatest: most });
});
