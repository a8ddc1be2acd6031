import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { readOfApp, requireApp } from '../../../../src/use-cases/apps/require-app.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const SUPPORT = { app_id: 'a1', app_name: 'support' };

/** A service without extensions, which does not refuse an unknown app. */
const others = (methods: Partial<ExtendedClient> = {}) =>
  fakeClient({ extensions: async () => null, listApps: async () => [SUPPORT], ...methods });

const failed = (status: number) => new ServiceError({ code: 'WF_FAILED', message: `It answered ${status}.`, status });

const unknown = {
  code: 'WF_NOT_FOUND',
  message: 'No app is called "a2". Available: support.',
  nextSteps: ['wf apps list'],
};

test('an app that the service lists exists, another does not', async () => {
  const { client } = others();
  await expect(requireApp(client, 'a1')).resolves.toBeUndefined();
  await expect(requireApp(client, 'a2')).rejects.toMatchObject(unknown);
});

test('an app may be one of several', async () => {
  const { client } = others({ listApps: async () => [{ app_id: 'a0', app_name: 'sales' }, SUPPORT] });
  await expect(requireApp(client, 'a1')).resolves.toBeUndefined();
});

test('a service that lists no apps may have it', async () => {
  const { client } = others({ listApps: async () => Promise.reject(failed(404)) });
  await expect(requireApp(client, 'a2')).resolves.toBeUndefined();
});

test('a service with extensions refuses an unknown app itself', async () => {
  const { client, calls } = fakeClient({});
  await requireApp(client, 'a2');
  expect(calls).toEqual([]);
});

test('records prove that their app exists', async () => {
  const { client, calls } = others();
  expect(await readOfApp(client, 'a2', Promise.resolve([1, 2]))).toEqual([1, 2]);
  expect(calls).toEqual([]);
});

test('no records are an answer only of an app that exists', async () => {
  expect(await readOfApp(others().client, 'a1', Promise.resolve([]))).toEqual([]);
  await expect(readOfApp(others().client, 'a2', Promise.resolve([]))).rejects.toMatchObject(unknown);
});

test('a failure without a reason may mean that the app does not exist', async () => {
  await expect(readOfApp(others().client, 'a2', Promise.reject(failed(500)))).rejects.toMatchObject(unknown);
  await expect(readOfApp(others().client, 'a1', Promise.reject(failed(500)))).rejects.toThrow(
    expect.objectContaining({ message: 'It answered 500.' }),
  );
  await expect(readOfApp(others().client, 'a2', Promise.reject(failed(503)))).rejects.toThrow(
    expect.objectContaining({ message: 'It answered 503.' }),
  );
});
