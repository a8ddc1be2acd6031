import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { findRunningRevisions } from '../../../../src/use-cases/environments/find-running-revisions.ts';
import { protectEnvironment } from '../../../../src/use-cases/environments/protect-environment.ts';
import { resolveEnvironment } from '../../../../src/use-cases/environments/resolve-environment.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP_ID = '01932c5e-1111-7000-8000-000000000001';
const environment = (name: string, runs: string | null = null) =>
  ({ app_id: APP_ID, name, deployed_app_variant_revision_id: runs }) as never;
const ENVIRONMENTS = [environment('staging', 'r-1'), environment('production', 'r-1'), environment('development')];

test('an environment is found by its name', async () => {
  const { client, calls } = fakeClient({ listAppEnvironments: async () => ENVIRONMENTS });
  expect(await resolveEnvironment({ client, app: APP_ID, environment: 'production' })).toBe(ENVIRONMENTS[1]);
  expect(calls).toEqual([{ name: 'listAppEnvironments', input: { app_id: APP_ID } }]);
});

test('an unknown environment leads to the list', async () => {
  const { client } = fakeClient({ listAppEnvironments: async () => ENVIRONMENTS });
  await expect(resolveEnvironment({ client, app: APP_ID, environment: 'live' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No environment is called "live". Available: staging, production, development.',
    nextSteps: ['wf env list'],
  });
});

test('a service that lists no environments may know each by its name', async () => {
  const missing = new ServiceError({ code: 'WF_UNSUPPORTED', message: 'No.', status: 404 });
  const { client, calls } = fakeClient({
    listAppEnvironments: () => Promise.reject(missing),
    getEnvironmentRevisions: async () => ENVIRONMENTS[0] as never,
  });
  expect(await resolveEnvironment({ client, app: APP_ID, environment: 'staging' })).toBe(ENVIRONMENTS[0]);
  expect(calls.at(-1)?.input).toEqual({ app_id: APP_ID, environment_name: 'staging' });
});

test('an environment is protected by a gate, which null removes', async () => {
  const { client, calls } = fakeClient({
    listAppEnvironments: async () => ENVIRONMENTS,
    protectEnvironment: async () => ENVIRONMENTS[1] as never,
  });
  await protectEnvironment({ client, app: APP_ID, environment: 'production', gate: null });
  expect(calls.at(-1)).toEqual({
    name: 'protectEnvironment',
    input: { app_id: APP_ID, environment_name: 'production', body: { gate: null } },
  });
  const other = fakeClient({ extensions: async () => null });
  await expect(
    protectEnvironment({ client: other.client, app: APP_ID, environment: 'x', gate: null }),
  ).rejects.toMatchObject({ message: 'This service lacks protected environments, an extension of wf.' });
});

test('revisions are mapped to the environments that run them', async () => {
  const { client } = fakeClient({ listAppEnvironments: async () => [...ENVIRONMENTS, environment('canary', 'r-2')] });
  expect([...(await findRunningRevisions(client, APP_ID))]).toEqual([
    ['r-1', ['staging', 'production']],
    ['r-2', ['canary']],
  ]);
});
