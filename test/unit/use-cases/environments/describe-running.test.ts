import { expect, test } from 'vitest';
import type { EnvironmentOutput, EnvironmentRevision } from '../../../../src/contract/environments/environment.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import {
  describeEarlier,
  describeRunning,
  describeRunningIn,
} from '../../../../src/use-cases/environments/describe-running.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';

const environmentOf = (change: Partial<EnvironmentOutput> = {}) =>
  ({ name: 'production', app_id: APP, revision: 3, ...change }) as EnvironmentOutput;

/** An environment that ran `r-1` of `formal`, a deleted revision, and nothing. */
const HISTORY = [
  { id: 'e1', revision: 1, deployed_app_variant_revision: 'r-1' },
  { id: 'e2', revision: 2, deployed_app_variant_revision: 'r-gone' },
  { id: 'e3', revision: 3 },
] as EnvironmentRevision[];

function world(environments: readonly EnvironmentOutput[] = []) {
  return fakeClient({
    listAppVariants: async ({ variant_revision_id: id }) =>
      id === 'r-1' ? ([{ variant_id: 'v-1', variant_name: 'formal' }] as never) : [],
    listVariantRevisions: async () => [{ id: 'r-1', revision: 4, config: { parameters: {} } }] as never,
    getEnvironmentRevisions: async () => ({ ...environmentOf(), revisions: HISTORY }),
    listAppEnvironments: async () => [...environments],
  }).client;
}

test.each<[Partial<EnvironmentOutput>, string | null]>([
  [{}, null],
  [{ deployed_variant_name: 'formal' }, 'formal'],
  [{ deployed_app_variant_revision_id: 'r-1' }, 'formal@4'],
  [{ deployed_app_variant_revision_id: 'r-1', deployed_variant_name: 'old name' }, 'formal@4'],
  [{ deployed_app_variant_revision_id: 'r-gone', deployed_variant_name: 'formal' }, 'formal'],
  [{ deployed_app_variant_revision_id: 'r-gone' }, null],
])('an environment with %j runs %j', async (change, description) => {
  expect(await describeRunning(world(), environmentOf(change))).toBe(description);
});

test.each<[number, number | null, string | null]>([
  [2, null, 'formal@4, as in revision 1'],
  [3, null, 'revision 2'],
  [3, 1, 'formal@4, as in revision 1'],
  [3, 2, 'revision 2'],
  [3, 3, null],
  [3, 9, null],
  [1, null, null],
])('before revision %i, or at revision %j, it ran %j', async (revision, to, description) => {
  expect(await describeEarlier(world(), environmentOf({ revision }), to)).toBe(description);
});

test('an environment is described by its name, and an unknown one runs nothing', async () => {
  const client = world([environmentOf({ deployed_variant_name: 'formal' })]);
  expect(await describeRunningIn({ client, app: APP, environment: 'production' })).toBe('formal');
  expect(await describeRunningIn({ client, app: APP, environment: 'staging' })).toBeNull();
});

test('another failure than an unknown name is thrown', async () => {
  const error = new UserError({ code: 'WF_TIMEOUT', message: 'Too late.' });
  const { client } = fakeClient({ listAppEnvironments: () => Promise.reject(error) });
  await expect(describeRunningIn({ client, app: APP, environment: 'production' })).rejects.toBe(error);
});
