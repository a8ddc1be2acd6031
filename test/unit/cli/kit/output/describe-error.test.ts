import { expect, test } from 'vitest';
import { describeError } from '../../../../../src/cli/kit/output/describe-error.ts';
import { UserError } from '../../../../../src/errors/wf-error.ts';

const BUG = ['Run the same command with --debug and report the output.'];

test.each([
  [new Error('x is undefined'), 'wf has a bug: x is undefined'],
  [new Error(''), 'wf has a bug: an error without a message'],
  ['text', 'wf has a bug: text'],
  [null, 'wf has a bug: null'],
  [Object.assign(new Error('No code.'), { syscall: 'open' }), 'wf has a bug: No code.'],
  [Object.assign(new Error('No call.'), { code: 'ENOENT' }), 'wf has a bug: No call.'],
  [{ message: 'x', syscall: 'open', code: 'ENOENT' }, 'wf has a bug: [object Object]'],
])('%s is a bug', (error, message) => {
  const nothing = { status: null, request_id: null, details: null };
  expect(describeError(error)).toEqual({
    message,
    nextSteps: BUG,
    exitCode: 1,
    document: { code: 'WF_BUG', message, next_steps: BUG, ...nothing },
  });
});

test('a full disk says what helps', () => {
  const error = Object.assign(new Error('ENOSPC: no space left, write'), { syscall: 'write', code: 'ENOSPC' });
  expect(describeError(error)).toMatchObject({
    message: 'The disk is full: ENOSPC: no space left, write.',
    nextSteps: ['Free some space, and run the same command again.'],
    exitCode: 1,
  });
});

test('an error of the system can be fixed', () => {
  const error = Object.assign(new Error('EMFILE: too many files'), { syscall: 'open', code: 'EMFILE' });
  const message = 'System error: EMFILE: too many files.';
  expect(describeError(error)).toEqual({
    message,
    nextSteps: [],
    exitCode: 1,
    document: { code: 'WF_FAILED', message, next_steps: [], status: null, request_id: null, details: null },
  });
});

test.each([
  [{}, null, null],
  [{ status: 404, requestId: 'req-1' }, 404, 'req-1'],
  [{ status: '404', requestId: 7 }, null, null],
])('an error of ours has a status and a request id if it carries them: %j', (fields, status, id) => {
  const error = new UserError({ code: 'WF_NOT_FOUND', message: 'No app.', nextSteps: ['wf apps'], details: { a: 1 } });
  const described = describeError(Object.assign(error, fields));
  expect(described).toMatchObject({ message: 'No app.', nextSteps: ['wf apps'], exitCode: error.exitCode });
  expect(described.document).toEqual({
    code: 'WF_NOT_FOUND',
    message: 'No app.',
    status,
    request_id: id,
    details: { a: 1 },
    next_steps: ['wf apps'],
  });
});
