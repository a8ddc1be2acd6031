import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { UserError, WfError } from '../../../../src/errors/wf-error.ts';
import { confirmDeletion, confirmWrite, orListed } from '../../../../src/use-cases/records/confirm-write.ts';
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
const create = async (client: ExtendedClient | typeof OTHER, error: Error, found: string | null = 'listed') =>
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
