import { expect, test } from 'vitest';
import { keepAuthorFrames } from '../../../src/errors/author-frames.ts';

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
