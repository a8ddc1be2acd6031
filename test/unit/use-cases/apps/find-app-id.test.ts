import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { APP_FACTS, APP_FIELDS } from '../../../../src/use-cases/apps/app-facts.ts';
import { findAppId } from '../../../../src/use-cases/apps/find-app-id.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const SUPPORT = { app_id: '01932c5e-1111-7000-8000-000000000001', app_name: 'support' };
const SALES = { app_id: '01932c5e-2222-7000-8000-000000000002', app_name: 'sales' };

test('a project without an app asks for none', async () => {
  const { client, calls } = fakeClient({});
  expect(await findAppId(client, null)).toBeNull();
  expect(calls).toEqual([]);
});

test.each([
  ['sales', { app_name: 'sales' }, SALES.app_id],
  [SALES.app_id, { id_prefix: SALES.app_id }, SALES.app_id],
  ['new', { app_name: 'new' }, null],
])('%s is asked for by %j', async (app, input, id) => {
  const { client, calls } = fakeClient({ listApps: async () => [SUPPORT, SALES] });
  expect(await findAppId(client, app)).toBe(id);
  expect(calls).toEqual([{ name: 'listApps', input }]);
});

test('only a failure without a reason means that there is no such app', async () => {
  const failing = (status: number) => {
    const error = new ServiceError({ code: 'WF_FAILED', message: `${status}`, status });
    return findAppId(fakeClient({ listApps: () => Promise.reject(error) }).client, 'new');
  };
  expect(await failing(500)).toBeNull();
  await expect(failing(503)).rejects.toThrow('503');
});

test('apps are searched by name, and sorted by name or time of change', () => {
  const app = { ...SUPPORT, updated_at: '2026-01-01T00:00:00Z' };
  const valuesOf = (one: typeof app | typeof SUPPORT) =>
    Object.entries(APP_FACTS.fields).map(([name, read]) => [name, read(one)]);
  expect([APP_FACTS.createdAt(app), APP_FACTS.names(app)]).toEqual([null, ['support']]);
  expect(valuesOf(app)).toEqual([
    ['created', null],
    ['updated', app.updated_at],
    ['name', 'support'],
  ]);
  expect(Object.fromEntries(valuesOf(SUPPORT))).toMatchObject({ updated: null });
  expect(APP_FIELDS).toEqual(['created', 'updated', 'name']);
});
