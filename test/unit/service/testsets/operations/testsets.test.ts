import { expect, test } from 'vitest';
import { requireRows } from '../../../../../src/service/testsets/operations/testsets.ts';

test('a test set without rows cannot be evaluated', () => {
  expect(() => requireRows(1, 'cases')).not.toThrow();
  expect(() => requireRows(0, 'my "cases"')).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: 'Test set "my \\"cases\\"" has no rows.',
      details: [{ loc: ['body', 'testset_id'], msg: 'The test set has no rows', type: 'too_short' }],
    }),
  );
});
