import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import {
  type DescribeReport,
  parseDescribeReport,
  readReport,
} from '../../../../src/bundler/describe/describe-report.ts';
import type { DescribeEnd } from '../../../../src/bundler/describe/run-describe-child.ts';
import { toDescribeError } from '../../../../src/bundler/describe/describe-bundle.ts';
import { toThrownError } from '../../../../src/foundation/errors/thrown-error.ts';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';

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
const OF_PACKAGE = 'TypeError: x\n    at f (/a/workflow.mjs:1:2)';
const LOAD = "Import the package that fails inside the handler: await import('…')";
const MOVE = 'Move code that can fail from the top level of the module into the handler.';
const VARIABLE = 'Set the variable in .env, which is read while routes are, or read it inside the handler.';
const NO_PACKAGE = "Cannot find package 'left-pad' imported from /nowhere/src/a.ts";

test.each<[DescribeReport, string, readonly string[]]>([
  [
    { type: 'exited', code: 2, stack: '' },
    'process.exit(2) is called while the workflow is imported.',
    ['Move the call into the handler, and throw an error there: wf imports a workflow to read its routes.'],
  ],
  [
    { type: 'exited', code: null, stack: '' },
    'process.exit() is called while the workflow is imported.',
    ['Move the call into the handler, and throw an error there: wf imports a workflow to read its routes.'],
  ],
  [THREW, 'Importing the workflow threw "x is odd".', [MOVE]],
  [{ ...THREW, stack: OF_PACKAGE }, 'Importing the workflow threw TypeError: x is odd.', [LOAD]],
  [{ ...THREW, stack: 'x', message: 'Why?' }, 'Importing the workflow threw TypeError: Why?', [MOVE, LOAD]],
  [
    { ...THREW, stack: OF_PACKAGE, code: 'MY_CODE', message: 'MY_CODE: SQLITE_ERROR, not a variable' },
    'Importing the workflow threw TypeError: MY_CODE: SQLITE_ERROR, not a variable.',
    [LOAD],
  ],
  [
    { ...THREW, stack: 'x', message: 'Set API_KEY!' },
    'Importing the workflow threw TypeError: Set API_KEY!',
    [VARIABLE],
  ],
  [{ ...THREW, stack: 'x', message: 'Set A_1.' }, 'Importing the workflow threw TypeError: Set A_1.', [VARIABLE]],
  [{ ...THREW, stack: OF_PACKAGE, message: 'JSON' }, 'Importing the workflow threw TypeError: JSON.', [LOAD]],
  [
    { ...THREW, code: 'ERR_MODULE_NOT_FOUND', message: NO_PACKAGE },
    'The workflow imports the package left-pad, which is not installed.',
    ['npm install left-pad'],
  ],
  [
    { ...THREW, stack: OF_PACKAGE, message: NO_PACKAGE },
    `Importing the workflow threw TypeError: ${NO_PACKAGE}.`,
    [LOAD],
  ],
  [
    { ...THREW, stack: OF_PACKAGE, code: 'ERR_MODULE_NOT_FOUND', message: 'Cannot find module' },
    'Importing the workflow threw TypeError: Cannot find module.',
    [LOAD],
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

const threw = { type: 'threw', message: 'm', stack: '', name: 'Error', code: null, refusal: null };
const described = { type: 'described', routes: [{ path: '/' }], exportNames: ['default'] };
const exited = { type: 'exited', code: 0, stack: 'at here' };

test.each([
  described,
  { ...described, routes: [], exportNames: [] },
  threw,
  { type: 'threw', ...toThrownError(Object.assign(new Error('no'), { code: 'ERR_ACCESS_DENIED' })) },
  { type: 'threw', ...toThrownError(new UserError({ code: 'WF_FAILED', message: 'm', nextSteps: ['n'] })) },
  exited,
  { ...exited, code: null },
  { ...exited, code: '7' },
])('a report is read as it is (%#)', (report) => {
  expect(parseDescribeReport(report)).toBe(report);
});

test.each([
  ['text', 'described'],
  ['nothing', null],
  ['another type', { type: 'warm' }],
  ['no type', {}],
  ['routes that are no list', { ...described, routes: {} }],
  ['exports that are no list', { ...described, exportNames: 'default' }],
  ['an export without a name', { ...described, exportNames: ['a', 1] }],
  ['no message', { ...threw, message: undefined }],
  ['a stack that is no text', { ...threw, stack: 1 }],
  ['a name that is no text', { ...threw, name: null }],
  ['a code that is a number', { ...threw, code: 1 }],
  ['a refusal that is text', { ...threw, refusal: 'no' }],
  ['next steps that are text', { ...threw, refusal: { nextSteps: 'none' } }],
  ['an exit without a stack', { type: 'exited', code: 0 }],
  ['an exit with an object for a code', { ...exited, code: {} }],
])('%s is no report', (_, message) => {
  expect(parseDescribeReport(message)).toBeNull();
});

/** Reads the report of these pieces. */
async function readPieces(...pieces: readonly string[]): Promise<unknown> {
  const stream = new PassThrough();
  const report = readReport(stream);
  for (const piece of pieces) stream.write(piece);
  return await report;
}

test.each([
  [['{"type":"exited"}\n'], { type: 'exited' }],
  [['{"type":', '"exited"', '}', '\n'], { type: 'exited' }],
  [['1\n2\n'], 1],
  [['"ä', 'ö"\nrest'], 'äö'],
  [['\n'], null],
  [['no JSON\n'], null],
])('%j is the report %j', async (pieces, report) => {
  expect(await readPieces(...pieces)).toEqual(report);
});

test.each([
  [0, true],
  [1, false],
])('a report of 16 MiB and %d characters is read: %s', async (extra, isRead) => {
  const text = `"${'x'.repeat(16 * 1024 * 1024 + extra - '""\n'.length)}"`;
  expect(await readPieces(`${text}\n`)).toBe(isRead ? text.slice(1, -1) : null);
});

test('an endless line is no report, and an error of the channel is none of ours', async () => {
  const piece = 'x'.repeat(8 * 1024 * 1024);
  expect(await readPieces(piece, piece, 'x')).toBeNull();
  const stream = new PassThrough();
  void readReport(stream);
  expect(() => stream.emit('error', new Error('broken pipe'))).not.toThrow();
});
