import { expect, test } from 'vitest';
import { testsetError } from '../../../../src/evaluation/testset/testset-error.ts';

test.each([
  [{}, 'x.csv: No.', { line: null, column: null }],
  [{ line: 3 }, 'x.csv, line 3: No.', { line: 3, column: null }],
  [{ line: 3, column: 2 }, 'x.csv, line 3, column 2: No.', { line: 3, column: 2 }],
  [{ column: 'a "b"' }, 'x.csv, column "a \\"b\\"": No.', { line: null, column: 'a "b"' }],
])('an error at %j names the place', (place, message, details) => {
  const error = testsetError({ name: 'x.csv', ...place }, 'No.');
  expect(error).toMatchObject({ code: 'WF_TESTSET_INVALID', message, nextSteps: [] });
  expect(error.details).toEqual({ file: 'x.csv', ...details });
  expect('cause' in error && error.cause !== undefined).toBe(false);
});

test('an error has its cause, and more details', () => {
  const cause = new SyntaxError('boom');
  const error = testsetError({ name: 'x.csv', line: 1 }, 'No.', cause, { lines: [1] });
  expect(error.cause).toBe(cause);
  expect(error.details).toEqual({ file: 'x.csv', line: 1, column: null, lines: [1] });
});
