import { afterEach, expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { CallTimeout } from '../../../../src/runtime/call/call-clock.ts';
import { logFailure, toCallFailure } from '../../../../src/runtime/call/to-call-failure.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a time-out answers 504 with the route', () => {
  const error = new CallTimeout(1000);
  expect(toCallFailure(error, '/a', 'deployed')).toEqual({ status: 504, detail: `Route /a: ${error.message}` });
});

test('a configuration that a handler refuses answers 422 with its items', () => {
  const details = [{ loc: ['config', 'words'], msg: 'Too many', type: 'less_than' }];
  const error = new UserError({ code: 'WF_INVALID_INPUT', message: 'bad', details });
  expect(toCallFailure(error, '/a', 'deployed')).toEqual({ status: 422, detail: details });
});

test.each([
  [[]],
  [undefined],
  [
    [
      { loc: ['config', 'words'], msg: 'Too many', type: 'less_than' },
      { loc: ['body', 'text'], msg: 'Missing', type: 'missing' },
    ],
  ],
])('invalid input with the details %j is a failure of the handler', (details) => {
  const error = new UserError({ code: 'WF_INVALID_INPUT', message: 'bad', details });
  expect(toCallFailure(error, '/a', 'deployed')).toEqual({ status: 500, detail: { message: 'bad' } });
});

test('items of another error are no configuration', () => {
  const details = [{ loc: ['config', 'words'], msg: 'Too many', type: 'less_than' }];
  const error = new UserError({ code: 'WF_CONFLICT', message: 'taken', details });
  expect(toCallFailure(error, '/a', 'deployed').status).toBe(500);
});

test('an unknown reference answers 400', () => {
  const error = new UserError({ code: 'WF_NOT_FOUND', message: 'No variant is called "a".' });
  expect(toCallFailure(error, '/a', 'playground')).toEqual({ status: 400, detail: 'No variant is called "a".' });
});

test('only a playground call gets the stack, line by line', () => {
  const error = new Error('no');
  error.stack = 'Error: no\n    at a.ts:1';
  expect(toCallFailure(error, '/a', 'deployed').detail).toEqual({ message: 'no' });
  expect(toCallFailure(error, '/a', 'playground').detail).toEqual({
    message: 'no',
    stacktrace: ['Error: no', '    at a.ts:1'],
  });
});

test.each([
  ['text', 'text', 500],
  [null, 'null', 500],
  [new TypeError(''), 'TypeError', 500],
  [{ status: 429, toString: (): string => 'busy' }, 'busy', 429],
  [Object.assign(new Error('a'), { statusCode: 400 }), 'a', 400],
  [Object.assign(new Error('a'), { status_code: 599 }), 'a', 599],
  [Object.assign(new Error('a'), { status: 'bad', statusCode: 503 }), 'a', 503],
  [Object.assign(new Error('a'), { status: 399 }), 'a', 500],
  [Object.assign(new Error('a'), { status: 600 }), 'a', 500],
  [Object.assign(new Error('a'), { status: 400.5 }), 'a', 500],
])('%j has the message %j and the status %i', (error, message, status) => {
  expect(toCallFailure(error, '/a', 'deployed')).toEqual({ status, detail: { message } });
});

test('the stack contains those of the causes, each once', () => {
  const cause = new Error('inner');
  const error = new Error('outer', { cause });
  cause.cause = error;
  error.stack = 'Error: outer';
  cause.stack = 'Error: inner';
  expect(toCallFailure(error, '/a', 'playground').detail).toEqual({
    message: 'outer',
    stacktrace: ['Error: outer', 'Caused by: Error: inner'],
  });
});

test('a failure is written to stderr with its stack, a time-out too', () => {
  const written = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const error = new Error('no');
  error.stack = 'Error: no\n    at a.ts:1';
  logFailure(error, '/a');
  logFailure('text', '/b');
  logFailure(Object.assign(new CallTimeout(1000), { stack: 'TimeoutError: 1 s' }), '/c');
  expect(written.mock.calls.flat()).toEqual([
    'Route /a failed: Error: no\n    at a.ts:1',
    'Route /b failed: text',
    'Route /c failed: TimeoutError: 1 s',
  ]);
});

test("a caller's own mistake is not written", () => {
  const written = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const details = [{ loc: ['config', 'words'], msg: 'Too many', type: 'less_than' }];
  logFailure(new UserError({ code: 'WF_INVALID_INPUT', message: 'bad', details }), '/a');
  logFailure(new UserError({ code: 'WF_NOT_FOUND', message: 'No variant is called "a".' }), '/a');
  expect(written).not.toHaveBeenCalled();
});
