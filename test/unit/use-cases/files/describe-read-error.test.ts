import { expect, test } from 'vitest';
import { describeReadError } from '../../../../src/use-cases/files/describe-read-error.ts';

test.each([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EMFILE', 'EMFILE'],
])('%s is described as "%s"', (code, reason) => {
  expect(describeReadError(Object.assign(new Error('x'), { code }))).toBe(reason);
});

test.each([new Error('x'), { code: 'ENOENT' }, 'ENOENT', undefined])('%j has no known reason', (cause) => {
  expect(describeReadError(cause)).toBe('unknown reason');
});
