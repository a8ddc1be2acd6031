import { expect, test } from 'vitest';
import { describeKept } from '../../../../src/contract/retention/describe-kept.ts';

test.each([
  [null, 'forever'],
  [90 * 86_400, '90d'],
  [86_400, '1d'],
  [90_000, '25h'],
  [3600, '1h'],
  [5400, '90m'],
  [60, '1m'],
  [61, '61s'],
  [1, '1s'],
])('%o seconds are described as %s', (seconds, text) => {
  expect(describeKept(seconds)).toBe(text);
});
