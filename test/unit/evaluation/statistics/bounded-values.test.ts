import { expect, test } from 'vitest';
import { createBoundedValues } from '../../../../src/evaluation/statistics/bounded-values.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

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
