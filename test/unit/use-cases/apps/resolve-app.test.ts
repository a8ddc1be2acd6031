import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
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

test('a name is looked up for its id', async () => {
  const { client } = fakeClient({ listApps: async () => [SUPPORT, SALES] });
  expect(await resolveAppId({ client, app: 'sales' })).toBe(SALES.app_id);
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

test('of more than ten apps, ten are listed', async () => {
  const apps = Array.from({ length: 11 }, (_, index) => ({ app_id: `id${index}`, app_name: `a${index}` }));
  const listed = async (count: number) =>
    await resolveApp({ client: fakeClient({ listApps: async () => apps.slice(0, count) }).client, app: null }).catch(
      (error: unknown) => error,
    );
  expect(await listed(10)).toMatchObject({
    message: 'There are 10 apps (a0, a1, a2, a3, a4, a5, a6, a7, a8, a9), and none was named.',
  });
  expect(await listed(11)).toMatchObject({
    message: 'There are 11 apps (a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, …), and none was named.',
    details: { missing: '--app', apps: apps.map(({ app_name }) => app_name) },
  });
});

test('on a service that lists no apps, what was typed is an id, and must be typed', async () => {
  const missing = new ServiceError({ code: 'WF_NOT_FOUND', message: 'No such path.', status: 404 });
  const { client } = fakeClient({ listApps: async () => Promise.reject(missing) });
  expect(await resolveAppId({ client, app: 'support' })).toBe('support');
  await expect(resolveAppId({ client, app: null })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'This service does not list apps, and none was named.',
    nextSteps: ['Add --app ID'],
    details: { missing: '--app' },
  });
});

test('a service that fails for an unknown name lists the apps', async () => {
  const failed = (status: number) => new ServiceError({ code: 'WF_FAILED', message: 'It failed.', status });
  const failing = (status: number) =>
    fakeClient({
      listApps: async (input) => (input?.app_name === undefined ? [SUPPORT] : await Promise.reject(failed(status))),
    }).client;
  await expect(resolveApp({ client: failing(500), app: 'suport' })).rejects.toMatchObject({
    message: 'No app is called "suport". Did you mean support?',
    nextSteps: ['wf apps list'],
  });
  await expect(resolveApp({ client: failing(503), app: 'suport' })).rejects.toThrow(
    expect.objectContaining({ message: 'It failed.' }),
  );
});
