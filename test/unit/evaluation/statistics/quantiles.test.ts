import { expect, test } from 'vitest';
import { createGroupedSums, createDifferences } from '../../../../src/evaluation/statistics/bootstrap.ts';
import { createQuantiles, quantileOfSorted } from '../../../../src/evaluation/statistics/quantiles.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

// numpy.quantile(d, p), whose default is definition 7
test.each([
  [0.05, -0.07250000000000001],
  [0.25, 0.037500000000000006],
  [0.5, 0.175],
  [0.95, 0.6249999999999997],
])('the quantile at %d is %d', (p, value) => {
  const sorted = [0.3, -0.1, 0.25, 0.4, 0, 0.1, -0.05, 0.9, 0.2, 0.15, 0.05, 0.35].toSorted((a, b) => a - b);
  expect(quantileOfSorted(sorted, p)).toBeCloseTo(value, 12);
});

function collect(values: readonly number[]) {
  const quantiles = createQuantiles();
  for (const value of values) quantiles.add(value);
  return quantiles;
}

test('without numbers there are no quantiles', () => {
  expect(collect([]).read(0.5)).toBeNull();
  expect(collect([]).histogram(4)).toEqual([]);
});

test('some numbers have exact quantiles and a histogram', () => {
  const quantiles = collect([4, 1, 3, 2, 0]);
  expect([0, 0.25, 0.6, 1].map((p) => quantiles.read(p))).toEqual([0, 1, 2.4, 4]);
  expect(quantiles.histogram(2)).toEqual([
    { from: 0, to: 2, count: 2 },
    { from: 2, to: 4, count: 3 },
  ]);
  expect(collect([3, 3, 3]).histogram(5)).toEqual([{ from: 3, to: 3, count: 3 }]);
});

test.each([
  [8192, 0],
  [8193, 0.01],
])('quantiles of %d numbers are off by at most %d', (count, error) => {
  const quantiles = collect(Array.from({ length: count }, (_, index) => (index * 7919) % count));
  for (const p of [0.1, 0.5, 0.99]) {
    const [exact, found] = [(count - 1) * p, quantiles.read(p) ?? NaN];
    expect(Math.abs(found / exact - 1)).toBeLessThanOrEqual(error + 1e-3);
  }
  const histogram = quantiles.histogram(4);
  expect(histogram.reduce((sum, bin) => sum + bin.count, 0)).toBe(count);
  expect(histogram.every((bin) => Math.abs(bin.count - count / 4) < count * 0.01)).toBe(true);
});

test.each([
  ['negative', (index: number) => -index - 1],
  ['of both signs', (index: number) => index - 6000],
  ['tiny', (index: number) => (index - 6000) * 1e-300],
])('quantiles of many %s numbers are off by at most 1 %', (_, toNumber) => {
  const numbers = Array.from({ length: 12_000 }, (__, index) => toNumber((index * 7919) % 12_000));
  const quantiles = collect(numbers);
  const sorted = Float64Array.from(numbers).sort();
  for (const p of [0.01, 0.25, 0.75, 0.99]) {
    const exact = quantileOfSorted(sorted, p);
    expect(Math.abs(((quantiles.read(p) ?? NaN) - exact) / exact)).toBeLessThan(0.011);
  }
  expect(quantiles.histogram(4).map(({ count }) => Math.abs(count - 3000) < 120)).toEqual([true, true, true, true]);
});

test.each([1, -1])('many numbers near %d · 10⁸ stay apart', (sign) => {
  const numbers = Array.from({ length: 12_000 }, (_, index) => sign * (1e8 + ((index * 7919) % 12_000) / 1000));
  const quantiles = collect(numbers);
  const sorted = Float64Array.from(numbers).sort();
  for (const p of [0.1, 0.5, 0.9]) {
    const error = Math.abs((quantiles.read(p) ?? NaN) - quantileOfSorted(sorted, p));
    expect(error).toBeLessThan(0.012 * 12);
  }
  expect(quantiles.histogram(4).map(({ count }) => Math.abs(count - 3000) < 120)).toEqual([true, true, true, true]);
});

test('numbers that come later may be on the other side of the first thousands', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => (index < 10_000 ? 1e8 + index : index / 10_000 - 1.5));
  const quantiles = collect(numbers);
  expect(quantiles.read(0.125)).toBeCloseTo(-0.25, 2);
  expect(quantiles.read(0.375)).toBeCloseTo(0.25, 2);
  expect(quantiles.read(0.75)).toBeCloseTo(1e8 + 5000, -2);
});

test('the greatest doubles of both signs do not overflow', () => {
  const most = Number.MAX_VALUE;
  expect(quantileOfSorted([-most, most], 0.5)).toBe(0);
  expect(collect([-most, 0, most]).histogram(2)).toEqual([
    { from: -most, to: 0, count: 1 },
    { from: 0, to: most, count: 2 },
  ]);
  const many = collect(Array.from({ length: 9000 }, (_, index) => [-most, 0, most][index % 3] ?? NaN));
  expect([0.1, 0.5, 0.9].map((p) => many.read(p))).toEqual([-most, 0, most]);
});

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

test('few cases are a group each', () => {
  const groups = createGroupedSums(createRandom(1));
  groups.add(3, 2);
  groups.add(0, 1);
  const { sums, counts } = groups.read();
  expect([[...sums], [...counts]]).toEqual([
    [3, 0],
    [2, 1],
  ]);
});

test('beyond thousands, cases join random groups', () => {
  const groups = createGroupedSums(createRandom(1));
  for (let index = 0; index < 4096; index += 1) groups.add(1, 1);
  expect([groups.read().sums.length, new Set(groups.read().counts)]).toEqual([4096, new Set([1])]);
  for (let index = 0; index < 4096; index += 1) groups.add(2, 3);
  const { sums, counts } = groups.read();
  expect([sums.length, total(sums), total(counts)]).toEqual([4096, 3 * 4096, 4 * 4096]);
  expect(new Set(counts).size).toBeGreaterThan(4);
  expect(Math.min(...sums)).toBe(1);
});

test('a thousand differences are stored one by one', () => {
  const differences = createDifferences(createRandom(1));
  for (let index = 0; index < 1024; index += 1) differences.add(index);
  const { sums, counts } = differences.read();
  expect([sums.length, sums[0], sums[1023], total(counts), new Set(counts)]).toEqual([
    1024,
    0,
    1023,
    1024,
    new Set([1]),
  ]);
});

test('more differences are summed in groups', () => {
  const differences = createDifferences(createRandom(1));
  for (let index = 0; index < 1024 + 100; index += 1) differences.add(2);
  const { sums, counts } = differences.read();
  expect([sums.length, total(sums), total(counts)]).toEqual([512, 2 * 1124, 1124]);
  expect(new Set(counts).size).toBeGreaterThan(4);
});
