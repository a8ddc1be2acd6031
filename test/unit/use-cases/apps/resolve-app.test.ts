import { expect, test } from 'vitest';
import { resolveApp, resolveAppId } from '../../../../src/use-cases/apps/resolve-app.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const SUPPORT = { app_id: '01932c5e-1111-7000-8000-000000000001', app_name: 'support' };
const SALES = { app_id: '01932c5e-2222-7000-8000-000000000002', app_name: 'sales' };

test('an app is found by name or by a prefix of its id', async () => {
  const { client } = fakeClient({ listApps: async () => [SUPPORT, SALES] });
  expect(await resolveApp({ client, app: 'sales' })).toBe(SALES);
  expect(await resolveApp({ client, app: '01932c5e-1' })).toBe(SUPPORT);
});

test('without a name, the only app is found', async () => {
  const { client } = fakeClient({ listApps: async () => [SUPPORT] });
  expect(await resolveAppId({ client, app: null })).toBe(SUPPORT.app_id);
});

test('a full id needs no request', async () => {
  const { client, calls } = fakeClient({});
  expect(await resolveAppId({ client, app: SALES.app_id })).toBe(SALES.app_id);
  expect(calls).toEqual([]);
});

test('a similar name is suggested', async () => {
  const { client } = fakeClient({ listApps: async () => [SUPPORT, SALES] });
  await expect(resolveApp({ client, app: 'suport' })).rejects.toThrow(
    expect.objectContaining({ code: 'WF_NOT_FOUND', message: 'No app is called "suport". Did you mean support?' }),
  );
});

test('without any app, a deploy is suggested', async () => {
  const { client } = fakeClient({ listApps: async () => [] });
  await expect(resolveApp({ client, app: null })).rejects.toThrow(
    expect.objectContaining({
      code: 'WF_NOT_FOUND',
      nextSteps: ["wf deploy, in a project's folder", 'wf apps create NAME'],
    }),
  );
});

test('a name with special characters is quoted in commands', async () => {
  const shop = { ...SUPPORT, app_name: 'my shop' };
  const { client } = fakeClient({ listApps: async () => [shop, SALES] });
  await expect(resolveApp({ client, app: null })).rejects.toThrow(
    expect.objectContaining({ nextSteps: ["Add --app 'my shop'", "export WF_APP='my shop'"] }),
  );
});

test('without a name, several apps are listed', async () => {
  const { client } = fakeClient({ listApps: async () => [SUPPORT, SALES] });
  await expect(resolveApp({ client, app: null })).rejects.toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: 'There are 2 apps (support, sales), and none was named.',
      nextSteps: ['Add --app support', 'export WF_APP=support'],
    }),
  );
});
