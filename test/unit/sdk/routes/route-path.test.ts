import { expect, test } from 'vitest';
import { requireRoutePath } from '../../../../src/sdk/routes/route-path.ts';

test.each([
  ['/', '/'],
  ['/summarise', '/summarise'],
  ['/summarise/', '/summarise'],
  ['/a/b-c_d.e~f', '/a/b-c_d.e~f'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ["/a!$&'()*+,;=:@b", "/a!$&'()*+,;=:@b"],
])('%s is served as %s', (path, served) => {
  expect(requireRoutePath(path)).toBe(served);
});

test.each([
  ['summarise', 'it does not start with a slash'],
  ['', 'it does not start with a slash'],
  [undefined, 'it does not start with a slash'],
  ['/a//b', 'it has two slashes in a row'],
  ['//', 'it has two slashes in a row'],
  ['/a/../b', 'the segment ".." is not allowed'],
  ['/./a', 'the segment "." is not allowed'],
  ['/%2e%2E/a', 'the segment "%2e%2E" is not allowed'],
  ['/a b', 'it contains white space'],
  ['/a\n', 'it contains white space'],
  ['/a?b', 'it contains "?"'],
  ['/a#b', 'it contains "#"'],
  ['/{id}', 'it contains "{"'],
  ['/café', 'it contains "é"'],
  ['/100%', 'it contains "%"'],
  ['/a\\b', String.raw`it contains "\\"`],
])('%j is rejected: %s', (path, problem) => {
  expect(() => requireRoutePath(path)).toThrow(problem);
});
