import { expect, test } from 'vitest';
import { PreconditionError } from '../../../src/errors/precondition-error.ts';

test('a changed record is a conflict', () => {
  const error = new PreconditionError({ message: 'It changed' });
  expect([error.name, error.code, error.message]).toEqual(['PreconditionError', 'WF_CONFLICT', 'It changed']);
});
