import { expect, test } from 'vitest';
import { describeMean } from '../../../../src/contract/evaluations/describe-mean.ts';

test('a mean says how many rows it is over, unless it is over all', () => {
  expect(describeMean('0.795', 39, 40)).toBe('0.795 (39 of 40)');
  expect(describeMean('0.795', 40, 40)).toBe('0.795');
  expect(describeMean('1', 999_999, 1_000_000)).toBe('1 (999,999 of 1,000,000)');
});
