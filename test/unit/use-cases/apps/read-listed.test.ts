import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { readListed } from '../../../../src/use-cases/apps/read-listed.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

async function* records(items: readonly number[], failure?: Error) {
  yield* items;
  if (failure !== undefined) throw failure;
}

const failure = (status: number) => new ServiceError({ code: 'WF_FAILED', message: `Failed: ${status}`, status });

/** Reads records of an app that a service of another make does not list. */
function reading(items: readonly number[], error?: Error) {
  const { client, calls } = fakeClient({ extensions: async () => null, listApps: async () => [] });
  return { read: collect(readListed(client, 'a-1', records(items, error))), calls };
}

test('records show that the app exists', async () => {
  const { read, calls } = reading([1, 2]);
  expect(await read).toEqual([1, 2]);
  expect(calls).toEqual([]);
});

test.each([
  ['no records', [], undefined],
  ['a failure without a reason', [1], failure(500)],
])('%s may mean that there is no app', async (_, items, error) => {
  const { read, calls } = reading(items, error);
  await expect(read).rejects.toMatchObject({ code: 'WF_NOT_FOUND', message: expect.stringContaining('a-1') });
  expect(calls.map(({ name }) => name)).toEqual(['listApps']);
});

test('another failure is thrown without a check of the app', async () => {
  const { read, calls } = reading([], failure(503));
  await expect(read).rejects.toThrow('Failed: 503');
  expect(calls).toEqual([]);
});

test('a failure without a reason is thrown if the app exists', async () => {
  const { client } = fakeClient({
    extensions: async () => null,
    listApps: async () => [{ app_id: 'a-1', app_name: 'support' }],
  });
  await expect(collect(readListed(client, 'a-1', records([], failure(500))))).rejects.toThrow('Failed: 500');
  expect(await collect(readListed(client, 'a-1', records([])))).toEqual([]);
});
