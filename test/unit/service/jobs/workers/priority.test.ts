import { expect, test } from 'vitest';
import { priorityOf } from '../../../../../src/service/jobs/workers/priority.ts';

test('an evaluation with fewer rows is more urgent', () => {
  expect([0, 1, 20, 1000, 1_000_000].map(priorityOf)).toEqual([64, 64, 59, 54, 44]);
});
