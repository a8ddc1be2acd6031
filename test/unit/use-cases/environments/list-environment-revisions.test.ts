import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import type { EnvironmentRevisions } from '../../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import {
  listEnvironmentRevisions,
  readNewestHistory,
} from '../../../../src/use-cases/environments/list-environment-revisions.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = '01932c5e-1111-7000-8000-000000000001';

const PRODUCTION = {
  name: 'my production',
  app_id: APP,
  project_id: 'p',
  deployed_app_variant_id: null,
  deployed_variant_name: null,
  deployed_app_variant_revision_id: null,
  revision: 0,
};

const failed = (status: number) =>
  new ServiceError({ code: status === 404 ? 'WF_NOT_FOUND' : 'WF_FAILED', message: `It answered ${status}.`, status });

async function list(methods: Partial<ExtendedClient>, environment = 'my production') {
  const { client, calls } = fakeClient(methods);
  const listed = await listEnvironmentRevisions({ client, app: APP, environment }).catch((error: unknown) => error);
  return { listed, calls: calls.map(({ name }) => name) };
}

test('one request reads an environment with its history', async () => {
  const history = { ...PRODUCTION, revisions: [] };
  const { listed, calls } = await list({ getEnvironmentRevisions: async () => history });
  expect([listed, calls]).toEqual([history, ['getEnvironmentRevisions']]);
});

test('a name that the service does not have is refused with those that it has', async () => {
  const { listed } = await list(
    { getEnvironmentRevisions: async () => Promise.reject(failed(404)), listAppEnvironments: async () => [PRODUCTION] },
    'my producton',
  );
  expect(listed).toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No environment is called "my producton". Did you mean my production?',
    nextSteps: ['wf env list'],
  });
});

test.each([404, 500])('a history that the service answers with %i leads to what can be read', async (status) => {
  const { listed } = await list({
    getEnvironmentRevisions: async () => Promise.reject(failed(status)),
    listAppEnvironments: async () => [PRODUCTION],
  });
  expect(listed).toMatchObject({
    message: `It answered ${status}.`,
    status,
    nextSteps: ["wf env show 'my production'"],
  });
});

test('if the environments cannot be listed either, the first failure is reported', async () => {
  const { listed } = await list({
    getEnvironmentRevisions: async () => Promise.reject(failed(500)),
    listAppEnvironments: async () => Promise.reject(failed(503)),
  });
  expect(listed).toMatchObject({ message: 'It answered 500.', nextSteps: [] });
});

test.each([401, 503])('a failure with %i says nothing about the name', async (status) => {
  const { listed, calls } = await list({ getEnvironmentRevisions: async () => Promise.reject(failed(status)) });
  expect(listed).toMatchObject({ message: `It answered ${status}.`, nextSteps: [] });
  expect(calls).toEqual(['getEnvironmentRevisions']);
});

const revisionOf = (revision: number) =>
  ({ id: `r${revision}`, revision }) as unknown as EnvironmentRevisions['revisions'][number];

test.each([
  [null, [1, 2, 3], [1, 2, 3], {}],
  [2, [1, 2, 3], [2, 3], { limit: 3 }],
  [1, [2, 3], [3], { limit: 2 }],
  [1000, [1, 2, 3], [1, 2, 3], {}],
])('the newest %s of a history are read with the one before them', async (limit, sent, expected, query) => {
  const { client, calls } = fakeClient({
    getEnvironmentRevisions: async () => ({ ...PRODUCTION, revision: 3, revisions: sent.map(revisionOf) }),
  });
  const { shown, total } = await readNewestHistory({ client, app: APP, environment: 'production', limit });
  expect([shown.map(({ revision }) => revision), total]).toEqual([expected, 3]);
  expect(calls.map(({ input }) => input)).toEqual([{ app_id: APP, environment_name: 'production', ...query }]);
});
