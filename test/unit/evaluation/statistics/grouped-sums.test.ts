import { expect, test } from 'vitest';
import { createGroupedSums } from '../../../../src/evaluation/statistics/grouped-sums.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

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
