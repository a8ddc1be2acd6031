import { expect, test } from 'vitest';
import { findAuthorLine } from '../../../../src/runtime/hosted/find-author-line.ts';

test.each([
  ['    at project:///src/flow.ts:12:3', 'src/flow.ts:12'],
  ['    at async answer (project:///src/flow.ts:12:3)', 'src/flow.ts:12'],
  ['    at answer (/home/me/shop/src/flow.ts:4:1)', 'src/flow.ts:4'],
  ['    at file:///home/me/shop/src/flow.ts:4:1', 'src/flow.ts:4'],
  ['    at file:///elsewhere/flow.ts:4:1', '/elsewhere/flow.ts:4'],
  [
    '    at readFileSync (node:fs:440:20)\n    at f (project:///node_modules/a/b.js:1:1)\n    at project:///a.ts:9:1',
    'a.ts:9',
  ],
  ['    at /home/me/shop/.wf/dev/1/workflow.mjs:3:1', null],
  ['    at /home/me/shop/node_modules/a/b.js:3:1', null],
  [`    at x (${new URL('../../../../src/runtime/hosted/answer-call.ts', import.meta.url).href}:3:1)`, null],
  ['Error: at /not/a/frame.ts:1:1', null],
])('%s', (stack, expected) => {
  expect(findAuthorLine(`Error: x\n${stack}`, '/home/me/shop')).toBe(expected);
});
