import { expect, test } from 'vitest';
import { toThrownError } from '../../../src/errors/thrown-error.ts';
import { UserError } from '../../../src/errors/wf-error.ts';

test.each([
  ['text', 'text', 'string'],
  [undefined, 'undefined', 'undefined'],
  [7, '7', 'number'],
])('the thrown value %j is described', (thrown, message, name) => {
  expect(toThrownError(thrown)).toEqual({ message, stack: '', name, code: null, refusal: null });
});

test.each([
  [new TypeError('Boom'), null],
  [Object.assign(new TypeError('Boom'), { code: 'ERR_ACCESS_DENIED' }), 'ERR_ACCESS_DENIED'],
  [Object.assign(new TypeError('Boom'), { code: 7 }), null],
])('an error keeps its name, stack and code', (thrown, code) => {
  expect(toThrownError(thrown)).toEqual({
    message: 'Boom',
    stack: thrown.stack,
    name: 'TypeError',
    code,
    refusal: null,
  });
  delete thrown.stack;
  expect(toThrownError(thrown).stack).toBe('');
});

const denied = Object.assign(new Error('Access denied'), {
  code: 'ERR_ACCESS_DENIED',
  permission: 'WorkerThreads',
});
const notInstalled = Object.assign(new Error("Cannot find module 'left-pad'"), { code: 'ERR_MODULE_NOT_FOUND' });

test('outside of a sandbox, nothing is refused by it', () => {
  expect(toThrownError(denied)).toMatchObject({ message: 'Access denied', refusal: null });
});

test('in a sandbox, an access that it refused is explained, but not a package that is not installed', () => {
  Object.defineProperty(process, 'permission', { value: {}, configurable: true });
  try {
    expect(toThrownError(denied)).toMatchObject({
      message: 'The workflow may not start a thread.',
      code: 'ERR_ACCESS_DENIED',
      refusal: {
        nextSteps: ['Run the workflow without a sandbox: wf build --target node.'],
        details: { code: 'ERR_ACCESS_DENIED', message: 'Access denied' },
      },
    });
    expect(toThrownError(notInstalled)).toMatchObject({ message: notInstalled.message, refusal: null });
  } finally {
    Reflect.deleteProperty(process, 'permission');
  }
});

test('an error of the SDK keeps its next steps and details', () => {
  const refused = new UserError({ code: 'WF_WORKFLOW_INVALID', message: 'No', nextSteps: ['a'], details: { b: 1 } });
  expect(toThrownError(refused).refusal).toEqual({ nextSteps: ['a'], details: { b: 1 } });
  const bare = Object.assign(new Error('No'), { [Symbol.for('wf.error')]: true });
  expect(toThrownError(bare).refusal).toEqual({ nextSteps: [], details: undefined });
});
