import { expect, test } from 'vitest';
import { withWarning } from '../../../../../src/cli/kit/output/with-warning.ts';

test('a record has a warning only if there is one', () => {
  const record = { id: 'a' };
  expect(withWarning(record, null)).toBe(record);
  expect(withWarning(record, 'Look.')).toEqual({ id: 'a', warning: 'Look.' });
});
