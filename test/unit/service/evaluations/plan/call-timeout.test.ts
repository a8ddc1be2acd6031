import { expect, test } from 'vitest';
import { callTimeoutOf } from '../../../../../src/service/evaluations/plan/call-timeout.ts';

test('a call may take fifteen minutes, or as long as the evaluation says', () => {
  expect(callTimeoutOf({})).toBe(900_000);
  expect(callTimeoutOf({ call_seconds: null })).toBe(900_000);
  expect(callTimeoutOf({ call_seconds: 0.05 })).toBe(50);
});
