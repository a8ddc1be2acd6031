import { expect, test } from 'vitest';
import type { DescribeReport } from '../../../../src/bundler/describe/describe-report.ts';
import type { DescribeEnd } from '../../../../src/bundler/describe/run-describe-child.ts';
import { toDescribeError } from '../../../../src/bundler/describe/to-describe-error.ts';

const LOCATION = { root: '/nowhere', entry: 'src/workflow.ts' };
const OUT = 'Move loops, timers and awaits from the top level of the module into the handler.';

test.each<[DescribeEnd, string, readonly string[], unknown]>([
  [
    { type: 'timed-out', timeoutMs: 2500 },
    'Importing src/workflow.ts never finishes: it was still running after 2.5 s.',
    [OUT],
    null,
  ],
  [
    { type: 'died', code: 13, signal: null, stderr: '' },
    'Importing src/workflow.ts never finishes: it awaits something that never settles.',
    [OUT],
    null,
  ],
  ...['JavaScript Heap Out Of Memory', 'Allocation failed'].map((stderr): [DescribeEnd, string, string[], unknown] => [
    { type: 'died', code: 134, signal: null, stderr },
    'Importing src/workflow.ts ran out of memory.',
    ['Move large work out of the module and into the handler.'],
    null,
  ]),
  [
    { type: 'died', code: 3, signal: null, stderr: 'last words' },
    'Importing src/workflow.ts ended the process with code 3 before its routes could be read.',
    [],
    { stderr: 'last words' },
  ],
  [
    { type: 'died', code: null, signal: 'SIGKILL', stderr: '' },
    'Importing src/workflow.ts ended the process by signal SIGKILL before its routes could be read.',
    [],
    { stderr: '' },
  ],
  [
    { type: 'garbled' },
    'Importing src/workflow.ts sent the parent process a message that does not describe routes.',
    ['Remove writes to file descriptor 3 from the top level of the module.'],
    null,
  ],
])('the end %j is explained', async (end, message, nextSteps, details) => {
  const error = await toDescribeError(end, LOCATION);
  expect([error.code, error.message, error.nextSteps, error.details ?? null]).toEqual([
    'WF_WORKFLOW_INVALID',
    message,
    nextSteps,
    details,
  ]);
});

const THREW = { type: 'threw', name: 'TypeError', message: 'x is odd', stack: '', code: null, refusal: null } as const;
const MOVE = 'Move code that can fail from the top level of the module into the handler.';
const VARIABLE = 'Set the variable in .env, which is read while routes are, or read it inside the handler.';
const NO_PACKAGE = "Cannot find package 'left-pad' imported from /nowhere/src/a.ts";

test.each<[DescribeReport, string, readonly string[]]>([
  [
    { type: 'exited', code: 2, stack: '' },
    'process.exit(2) is called while the workflow is imported.',
    ['Throw an error instead; wf imports a workflow to read its routes.'],
  ],
  [
    { type: 'exited', code: null, stack: '' },
    'process.exit() is called while the workflow is imported.',
    ['Throw an error instead; wf imports a workflow to read its routes.'],
  ],
  [THREW, 'Importing the workflow threw "x is odd".', [MOVE]],
  [{ ...THREW, stack: 'TypeError: x' }, 'Importing the workflow threw TypeError: x is odd.', [MOVE]],
  [{ ...THREW, stack: 'x', message: 'Why?' }, 'Importing the workflow threw TypeError: Why?', [MOVE]],
  [
    { ...THREW, stack: 'x', message: 'Set API_KEY!' },
    'Importing the workflow threw TypeError: Set API_KEY!',
    [VARIABLE],
  ],
  [{ ...THREW, stack: 'x', message: 'Set A_1.' }, 'Importing the workflow threw TypeError: Set A_1.', [VARIABLE]],
  [{ ...THREW, stack: 'x', message: 'JSON' }, 'Importing the workflow threw TypeError: JSON.', [MOVE]],
  [
    { ...THREW, code: 'ERR_MODULE_NOT_FOUND', message: NO_PACKAGE },
    'The workflow imports the package left-pad, which is not installed.',
    ['npm install left-pad'],
  ],
  [{ ...THREW, stack: 'x', message: NO_PACKAGE }, `Importing the workflow threw TypeError: ${NO_PACKAGE}.`, [MOVE]],
  [
    { ...THREW, stack: 'x', code: 'ERR_MODULE_NOT_FOUND', message: 'Cannot find module' },
    'Importing the workflow threw TypeError: Cannot find module.',
    [MOVE],
  ],
  [
    { ...THREW, message: 'Two routes are /a', refusal: { nextSteps: ['Rename one.'], details: null } },
    'Two routes are /a.',
    ['Rename one.'],
  ],
] as [DescribeReport, string, string[]][])('the report %j is explained', async (report, sentence, nextSteps) => {
  const error = await toDescribeError({ type: 'reported', report }, LOCATION);
  expect([error.code, error.nextSteps]).toEqual(['WF_WORKFLOW_INVALID', nextSteps]);
  expect(error.message).toContain(sentence);
  expect(error.message).toContain('src/workflow.ts');
});
