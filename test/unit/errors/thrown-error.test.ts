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

test('an error of the SDK keeps its next steps and details', () => {
  const refused = new UserError({ code: 'WF_WORKFLOW_INVALID', message: 'No', nextSteps: ['a'], details: { b: 1 } });
  expect(toThrownError(refused).refusal).toEqual({ nextSteps: ['a'], details: { b: 1 } });
  const bare = Object.assign(new Error('No'), { [Symbol.for('wf.error')]: true });
  expect(toThrownError(bare).refusal).toEqual({ nextSteps: [], details: undefined });
});
