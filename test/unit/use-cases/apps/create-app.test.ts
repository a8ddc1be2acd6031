import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { createApp } from '../../../../src/use-cases/apps/create-app.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const RECORD = { app_id: 'a-1', app_name: 'support' };

test('an app is created by its name, and not read back from a service of wf', async () => {
  const { client, calls } = fakeClient({ createApp: async () => RECORD });
  expect(await createApp(client, 'support')).toEqual({ record: RECORD, warning: null });
  expect(calls).toEqual([{ name: 'createApp', input: { body: { app_name: 'support' } } }]);
});

test('a taken name leads to the list', async () => {
  const taken = new ServiceError({ code: 'WF_CONFLICT', message: 'Taken.', status: 409, requestId: null });
  const { client } = fakeClient({ createApp: () => Promise.reject(taken) });
  await expect(createApp(client, 'support')).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    nextSteps: ['wf apps list'],
  });
});

test.each([
  ['lists the app', [{ ...RECORD, app_id: 'a-0', app_name: 'other' }, RECORD], true],
  ['lists the name with another id', [{ ...RECORD, app_id: 'a-2' }], false],
  ['lists the id with another name', [{ ...RECORD, app_name: 'other' }], false],
  ['lists no app', [], false],
])('another service that %s is believed or not', async (_, listed, isBelieved) => {
  const { client } = fakeClient({
    createApp: async () => RECORD,
    listApps: async () => listed,
    extensions: async () => null,
  });
  const creation = createApp(client, 'support');
  if (isBelieved) expect(await creation).toEqual({ record: RECORD, warning: null });
  else {
    await expect(creation).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      message: 'The service confirmed the app support, and does not list it by the id that it answered, a-1.',
      nextSteps: ['wf apps list'],
    });
  }
});

test('a creation that was confirmed with something else is looked up by name', async () => {
  const strange = new ServiceError({ code: 'WF_UNEXPECTED_ANSWER', message: 'No id.', status: 200, requestId: null });
  const { client } = fakeClient({
    createApp: () => Promise.reject(strange),
    listApps: async () => [{ app_id: 'a-0', app_name: 'other' }, RECORD],
    extensions: async () => null,
  });
  expect(await createApp(client, 'support')).toEqual({ record: RECORD, warning: null });
});
