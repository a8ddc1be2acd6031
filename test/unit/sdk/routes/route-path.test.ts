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

const CHARACTERS = 'Use letters, digits, "-", "_" and "/".';

test.each([
  ['summarise', 'it does not start with a slash', "Write a path like '/summarise'."],
  ['', 'it does not start with a slash', "Write a path like '/summarise'."],
  [undefined, 'it does not start with a slash', "Write a path like '/summarise'."],
  ['/a//b', 'it has two slashes in a row', 'Remove one.'],
  ['//', 'it has two slashes in a row', 'Remove one.'],
  ['/a/../b', 'the segment ".." is not allowed', 'Remove it.'],
  ['/./a', 'the segment "." is not allowed', 'Remove it.'],
  ['/%2e%2E/a', 'the segment "%2e%2E" is not allowed', 'Remove it.'],
  ['/a b', 'it contains white space', CHARACTERS],
  ['/a\n', 'it contains white space', CHARACTERS],
  ['/a?b', 'it contains "?"', CHARACTERS],
  ['/a#b', 'it contains "#"', CHARACTERS],
  ['/{id}', 'it contains "{"', CHARACTERS],
  ['/café', 'it contains "é"', CHARACTERS],
  ['/100%', 'it contains "%"', CHARACTERS],
  ['/a\\b', String.raw`it contains "\\"`, CHARACTERS],
])('%j is rejected: %s', (path, problem, remedy) => {
  const message = `Route ${JSON.stringify(path)}: this is not a valid HTTP path: ${problem}. ${remedy}`;
  expect(() => requireRoutePath(path)).toThrow(
    expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }) as Error,
  );
});
