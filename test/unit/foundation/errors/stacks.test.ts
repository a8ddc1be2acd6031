import { expect, test } from 'vitest';
import { keepAuthorFrames, splitCauses, stackWithCauses } from '../../../../src/foundation/errors/stacks.ts';

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

const OURS = '    at Ve (file:///data/artifacts/22b6.mjs:62:48501)';
const NODES = '    at AsyncLocalStorage.run (node:internal/async_local_storage:65:14)';

test("only the author's frames stay, with paths in the project, also those of causes", () => {
  const stack = [
    'Error: outer\n    of project:///two lines',
    '    at answer (project:///src/workflow.ts:10:62)',
    '    at load (project:///node_modules/client/index.js:1:1)',
    NODES,
    OURS,
    'Caused by: Error: inner',
    '    at project:///src/deeper.ts:1:2',
    OURS,
  ].join('\n');
  expect(keepAuthorFrames(stack)).toBe(
    [
      'Error: outer\n    of project:///two lines',
      '    at answer (src/workflow.ts:10:62)',
      'Caused by: Error: inner',
      '    at src/deeper.ts:1:2',
    ].join('\n'),
  );
});

test('a stack without any stays as it is', () => {
  const stack = `Error: of a package in project:///\n${NODES}\n${OURS}`;
  expect(keepAuthorFrames(stack)).toBe(stack);
  expect(keepAuthorFrames('Error: no frames')).toBe('Error: no frames');
});
