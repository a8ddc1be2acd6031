import { expect, test } from 'vitest';
import { createDifferences } from '../../../../src/evaluation/statistics/paired-differences.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

test('thousands of differences are stored one by one', () => {
  const differences = createDifferences(createRandom(1));
  for (let index = 0; index < 2048; index += 1) differences.add(index);
  const { sums, counts } = differences.read();
  expect([sums.length, sums[0], sums[2047], total(counts), new Set(counts)]).toEqual([
    2048,
    0,
    2047,
    2048,
    new Set([1]),
  ]);
});

test('more differences are summed in groups', () => {
  const differences = createDifferences(createRandom(1));
  for (let index = 0; index < 2048 + 100; index += 1) differences.add(2);
  const { sums, counts } = differences.read();
  expect([sums.length, total(sums), total(counts)]).toEqual([1024, 2 * 2148, 2148]);
  expect(new Set(counts).size).toBeGreaterThan(4);
});
