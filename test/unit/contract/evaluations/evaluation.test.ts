import { expect, test } from 'vitest';
import { Shard } from '../../../../src/contract/evaluations/evaluation.ts';

test.each([
  [{ index: 1, count: 1 }, true],
  [{ index: 10_000, count: 10_000 }, true],
  [{ index: 0, count: 1 }, false],
  [{ index: 1, count: 0 }, false],
  [{ index: 10_001, count: 10_000 }, false],
  [{ index: 1, count: 10_001 }, false],
  [{ index: 1.5, count: 2 }, false],
  [{ index: 1, count: 2, other: 1 }, false],
])('the part %j of a test set: %s', (shard, isValid) => {
  expect(Shard.safeParse(shard).success).toBe(isValid);
});
