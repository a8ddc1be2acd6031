import { expect, test } from 'vitest';
import { deleteTestset } from '../../../../src/use-cases/testsets/delete-testset.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const RECORD = { id: 't1', name: 'cases', created_at: '2026-11-20T10:00:00Z', updated_at: '2026-11-20T10:00:00Z' };

test('the deletion is asked for by its id, and read back from a service that is not wf', async () => {
  const { client, calls } = fakeClient({
    deleteTestsets: async () => ['t1'],
    listTestsets: async () => [],
    extensions: async () => null,
  });
  expect(await deleteTestset(client, RECORD)).toBeNull();
  expect(calls.find(({ name }) => name === 'deleteTestsets')?.input).toEqual({ body: { testset_ids: ['t1'] } });
});

test('a service that confirms the deletion and still lists the record is not believed', async () => {
  const { client } = fakeClient({
    deleteTestsets: async () => ['t1'],
    listTestsets: async () => [RECORD],
    extensions: async () => null,
  });
  await expect(deleteTestset(client, RECORD)).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the deletion of test set cases, and still lists it.',
    nextSteps: ['wf testsets list'],
  });
});
