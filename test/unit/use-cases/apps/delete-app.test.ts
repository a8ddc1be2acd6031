import { expect, test } from 'vitest';
import { deleteApp } from '../../../../src/use-cases/apps/delete-app.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const RECORD = { app_id: 'a1', app_name: 'support' };

test('the deletion is asked for by its id, and read back from a service that is not wf', async () => {
  const { client, calls } = fakeClient({
    deleteApp: async () => null,
    listApps: async () => [],
    extensions: async () => null,
  });
  expect(await deleteApp(client, RECORD)).toBeNull();
  expect(calls.find(({ name }) => name === 'deleteApp')?.input).toEqual({ app_id: 'a1' });
});

test('a service that confirms the deletion and still lists the record is not believed', async () => {
  const { client } = fakeClient({
    deleteApp: async () => null,
    listApps: async () => [RECORD],
    extensions: async () => null,
  });
  await expect(deleteApp(client, RECORD)).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the deletion of app support, and still lists it.',
    nextSteps: ['wf apps list'],
  });
});
