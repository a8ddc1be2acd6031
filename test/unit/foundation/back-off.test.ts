import { expect, test } from 'vitest';
import { backOffMs } from '../../../src/foundation/back-off.ts';

test('a delay doubles until its maximum, however many attempts there are', () => {
  expect([0, 1, 2, 3, 2000].map((attempt) => backOffMs(attempt, 500, 3000))).toEqual([500, 1000, 2000, 3000, 3000]);
});
