import { expect, test } from 'vitest';
import { createKey, type CreateKeyOptions } from '../../../../src/use-cases/keys/create-key.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APPS = [
  { app_id: '01932c5e-1111-7000-8000-000000000001', app_name: 'support' },
  { app_id: '01932c5e-2222-7000-8000-000000000002', app_name: 'sales' },
];
const PLAIN: CreateKeyOptions = {
  name: 'ci',
  role: 'author',
  expires_at: null,
  rate_limit: null,
  model_call_limit: null,
  apps: null,
};

function creating(options: Partial<CreateKeyOptions> = {}) {
  const { client, calls } = fakeClient({
    createKey: async () => 'wf12.secret',
    listApps: async ({ app_name } = {}) => APPS.filter((app) => app_name === undefined || app.app_name === app_name),
  });
  return { created: createKey(client, { ...PLAIN, ...options }), calls };
}

test('a key without limits is created without fields that an older service does not have', async () => {
  const { created, calls } = creating();
  expect(await created).toEqual({
    key: 'wf12.secret',
    prefix: 'wf12',
    name: 'ci',
    role: 'author',
    expires_at: null,
    rate_limit: null,
    model_call_limit: null,
    app_ids: null,
  });
  expect(calls).toEqual([
    { name: 'createKey', input: { body: { name: 'ci', role: 'author', expires_at: null, rate_limit: null } } },
  ]);
});

test('a key has its limits, and reaches each named app once', async () => {
  const limits = { expires_at: '2027-01-01T00:00:00Z', rate_limit: 60, model_call_limit: 0 };
  const { created, calls } = creating({ ...limits, apps: ['sales', 'support', APPS[1]?.app_id ?? ''] });
  const app_ids = [APPS[1]?.app_id, APPS[0]?.app_id];
  expect(await created).toMatchObject({ ...limits, app_ids });
  expect(calls.at(-1)).toEqual({
    name: 'createKey',
    input: { body: { name: 'ci', role: 'author', ...limits, app_ids } },
  });
});

test('an empty list of apps is refused, before a key is created', async () => {
  const { created, calls } = creating({ apps: [] });
  await expect(created).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: '--apps names no app.',
    nextSteps: ['wf apps list'],
  });
  expect(calls).toEqual([]);
});

test('a service of another make has no keys with a role', async () => {
  const { client } = fakeClient({ extensions: async () => null });
  await expect(createKey(client, PLAIN)).rejects.toMatchObject({
    message: 'This service lacks keys with a role, an extension of wf.',
  });
});
