import { expect, test } from 'vitest';
import {
  boundedMeanInterval,
  boundedMeanPValue,
  leastBoundedCount,
  createBoundedValues,
} from '../../../../src/evaluation/statistics/betting.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

const sampleOf = (values: readonly number[], count = 1) => ({
  values: Float64Array.from(values),
  counts: new Float64Array(values.length).fill(count),
});
const DIFFERENCES = [0.3, -0.1, 0.25, 0.4, 0, 0.1, -0.05, 0.9, 0.2, 0.15, 0.05, 0.35].map((each) => (each + 1) / 2);

test('the interval excludes exactly the means with a small p-value', () => {
  const sample = sampleOf(DIFFERENCES.concat(DIFFERENCES, DIFFERENCES));
  const [low, high] = boundedMeanInterval(sample, 0.95);
  const inside = [low + 1e-9, high - 1e-9].map((mean) => boundedMeanPValue(sample, mean));
  const outside = [low - 1e-9, high + 1e-9].map((mean) => boundedMeanPValue(sample, mean));
  expect(Math.min(...inside)).toBeGreaterThanOrEqual(0.05);
  expect(Math.max(...outside)).toBeLessThan(0.05);
});

test('counted numbers are the same as repeated ones, in any order', () => {
  const single = boundedMeanInterval(sampleOf([0.9, 0.2, 0.4, 0.9, 0.4, 0.2]), 0.9);
  const counted = boundedMeanInterval(sampleOf([0.2, 0.4, 0.9], 2), 0.9);
  expect(single[0]).toBeCloseTo(counted[0], 11);
  expect(single[1]).toBeCloseTo(counted[1], 11);
});

test('few numbers refute nothing, whatever they are', () => {
  expect([0.05, 0.05 / 3, 0.05 / 5].map(leastBoundedCount)).toEqual([8, 9, 10]);
  expect(boundedMeanPValue(sampleOf([1], 7), 0.5)).toBeGreaterThan(0.05);
  expect(boundedMeanPValue(sampleOf([1], 8), 0.5)).toBeLessThan(0.05);
});

function collect(values: readonly number[], low: number, high: number) {
  const bounded = createBoundedValues(createRandom(1), { low, high });
  for (const value of values) bounded.add(value);
  return bounded.read();
}

test('numbers are scaled to their range, limited to it, and counted', () => {
  const { values, counts } = collect([-1, 1, 0, 0, -3, 9], -1, 1);
  expect([[...values], [...counts]]).toEqual([
    [0, 1, 0.5],
    [2, 2, 2],
  ]);
});

test('thousands of distinct numbers keep their mean on a grid', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => ((index * 7919) % 20_000) / 20_000);
  const { values, counts } = collect(numbers, 0, 1);
  expect(values.length).toBeLessThanOrEqual(1025);
  const count = counts.reduce((sum, each) => sum + each, 0);
  const mean = values.reduce((sum, value, index) => sum + value * (counts[index] ?? 0), 0) / count;
  expect(count).toBe(20_000);
  // A number moves by at most 1/1024, up or down: the mean by about 0.4/1024/√20,000.
  expect(Math.abs(mean - 0.499975)).toBeLessThan(1.5e-5);
});

test('the ends of the range stay where they are', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => index / 4999);
  const { values, counts } = collect([...numbers, ...Array.from({ length: 900 }, () => 1)], 0, 1);
  expect(values.at(-1)).toBe(1);
  expect(counts.at(-1)).toBeGreaterThanOrEqual(901);
});

test('up to 4,096 distinct numbers are exact, however often each occurs', () => {
  const exact = Array.from({ length: 4096 }, (_, index) => index / 4096 + 1 / 8192);
  expect([...collect([...exact, ...exact], 0, 1).values]).toEqual(exact);
  expect(collect([...exact, 1], 0, 1).values.length).toBeLessThanOrEqual(1025);
});

test('beyond, a number is rounded up as often as it is nearer to the next one', () => {
  const many = Array.from({ length: 4096 }, (_, index) => index / 4096);
  const gridOf = (word: number) => {
    const bounded = createBoundedValues({ below: () => word }, { low: 0, high: 1 });
    for (const value of [...many, 1]) bounded.add(value);
    const { values, counts } = bounded.read();
    return [...values].map((value, index) => [value * 1024, counts[index]]);
  };
  // Each step of 1/1024 has four numbers: one on it, and three between.
  expect(gridOf(0).slice(0, 2)).toEqual([
    [0, 1],
    [1, 4],
  ]);
  expect(gridOf(2 ** 32 - 1).slice(0, 2)).toEqual([
    [0, 4],
    [1, 4],
  ]);
  expect(gridOf(2 ** 31).slice(0, 2)).toEqual([
    [0, 3],
    [1, 4],
  ]);
  expect(gridOf(0).at(-1)).toEqual([1024, 4]);
});
