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

test('a stack is split into its own lines and the headlines of its causes', () => {
  const lines = ['Error: a', '    at x', 'Caused by: Error: b', '    at y', 'Caused by: Error: c'];
  expect(splitCauses(lines)).toEqual({
    own: ['Error: a', '    at x'],
    causes: ['Caused by: Error: b', 'Caused by: Error: c'],
  });
  expect(splitCauses(['Error: a', '    at x'])).toEqual({ own: ['Error: a', '    at x'], causes: [] });
});
