import { expect, test } from 'vitest';
import { findAuthorPosition, readSourceLine } from '../../../../src/bundler/source-map/find-author-position.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const ROOT = '/home/ann/project';

test.each([
  ['at parse (/home/ann/project/src/a.ts:3:7)', { file: 'src/a.ts', line: 3, column: 7 }],
  ['at file:///home/ann/project/src/a.ts:3:7', { file: 'src/a.ts', line: 3, column: 7 }],
  [
    'at async Promise.all (file:///home/ann/project/src/my%20file.ts:1:2)',
    { file: 'src/my file.ts', line: 1, column: 2 },
  ],
  ['at parse (project:///src/a.ts:3:7)', { file: 'src/a.ts', line: 3, column: 7 }],
])('a frame in the project is found: %s', (frame, position) => {
  expect(findAuthorPosition(`Error: no\n    ${frame}`, ROOT)).toEqual(position);
});

test.each([
  'at parse (/home/ann/project/node_modules/zod/index.js:3:7)',
  'at /home/ann/project/.wf/build/workflow.mjs:1:200',
  'at wf:///dist/sdk.js:1:2',
  'at createApp (/home/ann/project/wf-bundle-entry.js:3:39)',
  'at node:internal/process/task_queues:103:5',
  'at /home/ann/project-two/src/a.ts:3:7',
  'at <anonymous>',
])("a frame that is not the author's is skipped: %s", (frame) => {
  expect(findAuthorPosition(`Error: no\n    ${frame}`, ROOT)).toBeUndefined();
});

test('the innermost frame of the author wins', () => {
  const stack = [
    'Error: no',
    '    at route (wf:///dist/sdk.js:1:2)',
    '    at inner (/home/ann/project/src/inner.ts:9:1)',
    '    at outer (/home/ann/project/src/outer.ts:1:1)',
  ].join('\n');

  expect(findAuthorPosition(stack, ROOT)?.file).toBe('src/inner.ts');
});

test('a line is read from the source; a missing file has none', async () => {
  await using project = await tempProject({ 'src/a.ts': 'one\r\ntwo\n' });

  expect(await readSourceLine({ file: 'src/a.ts', line: 2, column: 1 }, project.root)).toBe('two');
  expect(await readSourceLine({ file: 'src/a.ts', line: 9, column: 1 }, project.root)).toBeUndefined();
  expect(await readSourceLine({ file: 'gone.ts', line: 2, column: 1 }, project.root)).toBeUndefined();
});
