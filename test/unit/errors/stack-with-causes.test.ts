import { expect, test } from 'vitest';
import { splitCauses, stackWithCauses } from '../../../src/errors/stack-with-causes.ts';

function thrown(stack: string | undefined, cause?: unknown): Error {
  const error = new Error('message', { cause });
  if (stack === undefined) delete error.stack;
  else error.stack = stack;
  return error;
}

test('the stacks of the causes follow, outermost first', () => {
  const error = thrown('Error: a\n    at x', thrown('Error: b\n    at y', thrown('Error: c')));
  expect(stackWithCauses(error)).toBe('Error: a\n    at x\nCaused by: Error: b\n    at y\nCaused by: Error: c');
});

test('a cause that is its own cause stands there once', () => {
  const error = thrown('Error: a');
  error.cause = error;
  expect(stackWithCauses(error)).toBe('Error: a');
});

test('an error without a stack has its message', () => {
  expect(stackWithCauses(thrown(undefined))).toBe('message');
});

test('a cause that is no error ends the list', () => {
  expect(stackWithCauses(thrown('Error: a', 'text'))).toBe('Error: a');
});

test.each([
  ['no cause', ['Error: a', '    at x', '    at y'], ['Error: a', '    at x', '    at y'], []],
  [
    'causes of one and of two lines',
    ['Error: a', '    at x', 'Caused by: Error: b', 'more', '    at y', 'Caused by: Error: c'],
    ['Error: a', '    at x'],
    ['Caused by: Error: b', 'more', 'Caused by: Error: c'],
  ],
  [
    'a message that only looks like a cause',
    ['Error: a', 'Caused by: bad luck', '    at x'],
    ['Error: a', 'Caused by: bad luck', '    at x'],
    [],
  ],
  ['no frame', ['Error: a', 'at noon'], ['Error: a', 'at noon'], []],
])('a stack with %s is split into its own lines and the messages of causes', (_, lines, own, causes) => {
  expect(splitCauses(lines)).toEqual({ own, causes });
});
