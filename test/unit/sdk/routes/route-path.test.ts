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
  ['/a//b', 'two slashes follow each other'],
  ['//', 'two slashes follow each other'],
  ['/a/../b', '".." walks up the path'],
  ['/./a', '"." walks up the path'],
  ['/%2e%2E/a', '"%2e%2E" walks up the path'],
  ['/a b', 'it holds white space'],
  ['/a\n', 'it holds white space'],
  ['/a?b', 'it holds "?"'],
  ['/a#b', 'it holds "#"'],
  ['/{id}', 'it holds "{"'],
  ['/café', 'it holds "é"'],
  ['/100%', 'it holds "%"'],
  ['/a\\b', String.raw`it holds "\\"`],
])('%j is refused: %s', (path, problem) => {
  expect(() => requireRoutePath(path)).toThrow(problem);
});
