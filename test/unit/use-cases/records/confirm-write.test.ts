import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import { ServiceError, UserError, WfError } from '../../../../src/foundation/errors/wf-error.ts';
import {
  confirmDeletion,
  confirmWrite,
  isSameJson,
  orListed,
  readBack,
} from '../../../../src/client/public/confirm-write.ts';
import {
  isEndpointMissing,
  isUnexplainedFailure,
  orMissing,
  orUnknown,
} from '../../../../src/client/public/is-missing.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const WF = fakeClient({}).client;
const OTHER = fakeClient({ extensions: async () => null }).client;
const CHECK = { client: OTHER, otherwise: 'It is not done.', nextSteps: ['wf apps list'] };

const failing = (error: Error) => async () => await Promise.reject(error);
const NO_ANSWER = new ServiceError({ code: 'WF_UNREACHABLE', message: 'It does not answer.', status: null });

test("wf's own service is believed, and another one is read", async () => {
  expect(await confirmWrite({ ...CHECK, client: WF, isDone: failing(new Error('Nobody asks.')) })).toBeNull();
  expect(await confirmWrite({ ...CHECK, isDone: async () => true })).toBeNull();
  await expect(confirmWrite({ ...CHECK, isDone: async () => false })).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'It is not done.',
    nextSteps: ['wf apps list'],
  });
});

test('what cannot be read back is a warning, and a bug is reported', async () => {
  expect(await confirmWrite({ ...CHECK, isDone: failing(NO_ANSWER) })).toBe(
    'The service confirmed the change, but reading it back failed. It does not answer.',
  );
  for (const bug of [new TypeError('x'), new WfError({ code: 'WF_BUG', message: 'x' })]) {
    await expect(confirmWrite({ ...CHECK, isDone: failing(bug) })).rejects.toBe(bug);
  }
});

test('a deletion is done when the list does not have the record any more', async () => {
  const check = { client: OTHER, what: 'app support', id: 'a-1', nextStep: 'wf apps list' };
  expect(await confirmDeletion({ ...check, list: async () => ['a-2'] })).toBeNull();
  await expect(confirmDeletion({ ...check, list: async () => ['a-2', 'a-1'] })).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the deletion of app support, and still lists it.',
    nextSteps: ['wf apps list'],
  });
});

/** Creates something on a service whose answer fails. */
const create = async (client: Client, error: Error, found: string | null = 'listed') =>
  await orListed(client, Promise.reject(error), async () => found ?? undefined);
const answered = (status: number | null) => new ServiceError({ code: 'WF_UNEXPECTED_ANSWER', message: 'x', status });

test('a creation that was confirmed with something else is found in the list', async () => {
  expect(await orListed(OTHER, Promise.resolve('answered'), async () => 'listed')).toBe('answered');
  expect(await create(OTHER, answered(200))).toBe('listed');
  expect(await create(OTHER, answered(299))).toBe('listed');
});

test.each([
  ['of wf', WF, answered(200), 'listed'],
  ['that refused it', OTHER, answered(300), 'listed'],
  ['without an answer', OTHER, answered(null), 'listed'],
  ['that does not list it', OTHER, answered(200), null],
  ['that fails otherwise', OTHER, NO_ANSWER, 'listed'],
  ['of a command that is wrong', OTHER, new UserError({ code: 'WF_UNEXPECTED_ANSWER', message: 'x' }), 'listed'],
])('a failed creation on a service %s stays failed', async (_, client, error, found) => {
  await expect(create(client, error, found)).rejects.toBe(error);
});

test('a list that cannot be read leaves the first error', async () => {
  const error = answered(200);
  await expect(orListed(OTHER, Promise.reject(error), failing(NO_ANSWER))).rejects.toBe(error);
});

describe('a record that is read back', () => {
  test('a failure to read shows what was written, with a warning', async () => {
    const failure = new ServiceError({ code: 'WF_TIMEOUT', message: 'It took 3 s.', status: null });
    expect(await readBack(() => Promise.reject(failure), 'written')).toEqual({
      record: 'written',
      warning: 'The change was made, but reading it back failed, so this shows what was written. It took 3 s.',
    });
  });

  test('what we find about the record is thrown', async () => {
    const finding = new UserError({ code: 'WF_UNEXPECTED_ANSWER', message: 'It is another.' });
    await expect(readBack(() => Promise.reject(finding), 'written')).rejects.toBe(finding);
  });
});

describe('equal JSON', () => {
  test.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [Object.assign(Object.create(null), { a: 1 }), { a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: null }, {}, false],
    [undefined, undefined, true],
    [undefined, null, false],
  ])('%j and %j are the same JSON: %s', (one, other, expected) => {
    expect(isSameJson(one, other)).toBe(expected);
  });
});

describe('a failure', () => {
  const answered = (status: number) => new ServiceError({ code: 'WF_FAILED', message: 'No.', status, requestId: null });
  const NOT_FOUND = new UserError({ code: 'WF_NOT_FOUND', message: 'There is no app.' });

  test.each([
    [404, true],
    [405, true],
    [501, true],
    [400, false],
    [403, false],
    [500, false],
  ])('status %i means that the endpoint is missing: %s', async (status, isMissing) => {
    const error = answered(status);
    expect(isEndpointMissing(error)).toBe(isMissing);
    if (isMissing) {
      expect(await orMissing(Promise.reject(error))).toBeNull();
      expect(await orUnknown(Promise.reject(error))).toBeNull();
    } else {
      await expect(orMissing(Promise.reject(error))).rejects.toBe(error);
      await expect(orUnknown(Promise.reject(error))).rejects.toBe(error);
    }
  });

  test('an error of this program says nothing about endpoints, but may say that a record is unknown', async () => {
    expect([isEndpointMissing(NOT_FOUND), isUnexplainedFailure(NOT_FOUND)]).toEqual([false, false]);
    await expect(orMissing(Promise.reject(NOT_FOUND))).rejects.toBe(NOT_FOUND);
    expect(await orUnknown(Promise.reject(NOT_FOUND))).toBeNull();
    const usage = new UserError({ code: 'WF_USAGE', message: 'Name one.' });
    await expect(orUnknown(Promise.reject(usage))).rejects.toBe(usage);
  });

  test.each([
    [500, true],
    [501, false],
    [404, false],
  ])('status %i is a failure without a reason: %s', (status, isFailure) => {
    expect(isUnexplainedFailure(answered(status))).toBe(isFailure);
  });
});
