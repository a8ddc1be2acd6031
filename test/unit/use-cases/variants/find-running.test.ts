import { expect, test } from 'vitest';
import { findRunning } from '../../../../src/use-cases/variants/find-running.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const ENVIRONMENTS = [
  { name: 'staging' },
  { name: 'production', deployed_app_variant_id: 'v-1', deployed_app_variant_revision_id: 'r-1' },
] as never;

test.each([
  ['production', { variantId: 'v-1', revisionId: 'r-1' }],
  ['staging', { variantId: null, revisionId: null }],
])('%s runs %j', async (name, running) => {
  const { client, calls } = fakeClient({ listAppEnvironments: async () => ENVIRONMENTS });
  expect(await findRunning(client, 'a-1', name)).toEqual(running);
  expect(calls).toEqual([{ name: 'listAppEnvironments', input: { app_id: 'a-1' } }]);
});

test('an unknown environment leads to the list', async () => {
  const { client } = fakeClient({ listAppEnvironments: async () => ENVIRONMENTS });
  await expect(findRunning(client, 'a-1', 'live')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No environment is called "live". Available: staging, production.',
    nextSteps: ['wf env list'],
  });
});
