import { expect, test } from 'vitest';
import { BugError, PreconditionError, UserError } from '../../../src/foundation/errors/wf-error.ts';
import { requestIdOf } from '../../../src/http/exchange.ts';
import { toRefusal } from '../../../src/http/to-refusal.ts';

test.each([
  ['WF_NOT_SIGNED_IN', 401],
  ['WF_NOT_ALLOWED', 403],
  ['WF_NOT_FOUND', 404],
  ['WF_CONFLICT', 409],
  ['WF_RATE_LIMITED', 429],
  ['WF_NOT_READY', 503],
  ['WF_UNREACHABLE', 502],
  ['WF_TIMEOUT', 504],
  ['WF_DATABASE', 503],
  ['WF_STORAGE', 503],
] as const)('%s answers %i with its message', (code, status) => {
  expect(toRefusal(new UserError({ code, message: 'A sentence.' }), 'r')).toEqual({ status, detail: 'A sentence.' });
});

test('invalid input answers with its items', () => {
  const items = [
    { loc: ['body', 'parameters', 'model'], msg: 'Input should be "a" or "b"', type: 'enum' },
    { loc: ['query', 'limit'], msg: 'Input should be a number', type: 'int_type' },
  ];
  const error = new UserError({ code: 'WF_INVALID_INPUT', message: 'No.', details: items });
  expect(toRefusal(error, 'r')).toEqual({ status: 422, detail: items });
});

test('invalid input without items answers with one from its message', () => {
  const item = { loc: ['body'], msg: 'No such setting.', type: 'value_error' };
  for (const details of [undefined, [], 'text']) {
    const error = new UserError({ code: 'WF_INVALID_INPUT', message: 'No such setting.', details });
    expect(toRefusal(error, 'r').detail).toEqual([item]);
  }
});

test.each([new Error('secret'), new BugError('secret'), 'secret', null])('%s reveals only its request id', (error) => {
  expect(toRefusal(error, 'r-1')).toEqual({
    status: 500,
    detail: 'The service failed to answer request r-1. Its log says why.',
  });
});

test.each(['WF_BREAKING_CHANGE', 'WF_PROTECTED', 'WF_GATE_FAILED', 'WF_GATE_INCONCLUSIVE'] as const)(
  '%s answers 409 with code, message and details',
  (code) => {
    const error = new UserError({ code, message: 'No.', details: { breaks: [] } });
    expect(toRefusal(error, 'r')).toEqual({ status: 409, detail: { code, message: 'No.', breaks: [] } });
    const detail = { code, message: 'No.' };
    expect(toRefusal(new UserError({ code, message: 'No.' }), 'r')).toEqual({ status: 409, detail });
  },
);

test('a concurrently changed record answers 412', () => {
  expect(toRefusal(new PreconditionError({ message: 'Changed.' }), 'r')).toEqual({ status: 412, detail: 'Changed.' });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

test.each([
  [{ 'x-request-id': 'abc-1.2:3' }, /^abc-1\.2:3$/],
  [{ 'x-request-id': 'a b' }, UUID],
  [{ 'x-request-id': '<script>' }, UUID],
  [{ 'x-request-id': 'x'.repeat(129) }, UUID],
  [{}, UUID],
] as const)('the request id of %j is the plain one that was sent, or a new one', (headers, id) => {
  expect(requestIdOf(new Request('http://x/', { headers }))).toMatch(id);
});
