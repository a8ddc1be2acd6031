import { expect, test } from 'vitest';
import { parseDescribeReport } from '../../../../src/bundler/describe/describe-report.ts';
import { toThrownError } from '../../../../src/errors/thrown-error.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';

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
