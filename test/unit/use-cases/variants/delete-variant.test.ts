import { expect, test } from 'vitest';
import type { AppVariantResponse } from '../../../../src/contract/variants/variant.ts';

import type { EnvironmentOutput } from '../../../../src/contract/environments/environment.ts';
import { deleteVariant } from '../../../../src/use-cases/variants/delete-variant.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const RECORD = { app_id: 'a1', variant_id: 'v1', variant_name: 'tuned' } as AppVariantResponse;

test('the deletion is asked for by its id, and read back from a service that is not wf', async () => {
  const { client, calls } = fakeClient({
    deleteVariant: async () => null,
    listAppVariants: async () => [],
    extensions: async () => null,
    listAppEnvironments: async () => [],
  });
  expect(await deleteVariant(client, RECORD)).toBeNull();
  expect(calls.find(({ name }) => name === 'deleteVariant')?.input).toEqual({ variant_id: 'v1' });
});

test('a service that confirms the deletion and still lists the record is not believed', async () => {
  const { client } = fakeClient({
    deleteVariant: async () => null,
    listAppVariants: async () => [RECORD],
    extensions: async () => null,
    listAppEnvironments: async () => [],
  });
  await expect(deleteVariant(client, RECORD)).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the deletion of variant tuned, and still lists it.',
    nextSteps: ['wf variants list'],
  });
});

test.each([
  [['production'], 'production runs it.'],
  [['staging', 'production'], 'staging, production run it.'],
])('a variant that %j runs is kept where the service would delete it', async (names, words) => {
  const environments = names.map((name) => ({ name, deployed_app_variant_id: 'v1' }) as EnvironmentOutput);
  const { client, calls } = fakeClient({
    extensions: async () => null,
    listAppEnvironments: async () => [
      ...environments,
      { name: 'other', deployed_app_variant_id: 'v2' } as EnvironmentOutput,
    ],
  });
  await expect(deleteVariant(client, RECORD)).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: `Variant tuned cannot be deleted: ${words}`,
    nextSteps: ['wf env list'],
  });
  expect(calls.map(({ name }) => name)).not.toContain('deleteVariant');
});
