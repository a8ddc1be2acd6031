import { expect, test } from 'vitest';
import { EXIT_CODES } from '../../../../src/errors/error-codes.ts';
import { explainError, explainErrors } from '../../../../src/use-cases/doctor/explain-error.ts';

test('every code has an explanation with remedies', () => {
  const errors = explainErrors();
  expect(errors.map(({ code }) => code)).toEqual(Object.keys(EXIT_CODES));
  expect(errors.filter(({ why, remedies }) => !why.endsWith('.') || remedies.length === 0)).toEqual([]);
});

test.each([['WF_NOT_FOUND'], ['not-found'], ['wf_not_found'], ['Not_Found']])('%s names WF_NOT_FOUND', (typed) => {
  expect(explainError(typed)).toMatchObject({ code: 'WF_NOT_FOUND', exit_code: 3 });
});

test('a mistyped code is rejected with a suggestion', () => {
  expect(() => explainError('unreachble')).toThrow(
    expect.objectContaining({ message: 'No error code is called "WF_UNREACHBLE". Did you mean WF_UNREACHABLE?' }),
  );
});
