import { expect, test } from 'vitest';
import type { Key } from '../../../../src/contract/keys/key.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { KEY_FACTS, KEY_FIELDS } from '../../../../src/use-cases/keys/key-facts.ts';
import { listKeys, resolveKey, revokeKey } from '../../../../src/use-cases/keys/manage-keys.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const KEY: Key = {
  prefix: 'wf_1',
  name: 'ci',
  role: 'author',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2027-01-01T00:00:00Z',
  last_used_at: '2026-02-01T00:00:00Z',
  app_ids: null,
};
const APP = { app_id: 'a-1', app_name: 'support' };
const OTHER: Key = { ...KEY, prefix: 'wf_2', name: 'ops' };

test('the apps are read only where a key names some', async () => {
  const all = fakeClient({ listKeys: async () => [KEY] });
  expect(await listKeys(all.client)).toEqual({ keys: [KEY], apps: [] });
  const keys = [KEY, { ...OTHER, app_ids: ['a-1'] }];
  const some = fakeClient({ listKeys: async () => keys, listApps: async () => [APP] });
  expect(await listKeys(some.client)).toEqual({ keys, apps: [APP] });
});

test.each(['ops', 'wf_2'])('the key %s is found', async (typed) => {
  const { client } = fakeClient({ listKeys: async () => [KEY, OTHER] });
  expect(await resolveKey(client, typed)).toBe(OTHER);
});

test('an unknown key leads to the list', async () => {
  const { client } = fakeClient({ listKeys: async () => [KEY, OTHER] });
  await expect(resolveKey(client, 'production')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No key is called "production". Available: ci, ops.',
    nextSteps: ['wf keys list'],
  });
});

test('a key is revoked by its prefix', async () => {
  const { client, calls } = fakeClient({ deleteKey: async () => ({}) });
  expect(await revokeKey(client, KEY)).toBeNull();
  expect(calls).toEqual([{ name: 'deleteKey', input: { key_prefix: 'wf_1' } }]);
});

test('the last operator key is not revoked without another', async () => {
  const refused = new ServiceError({ code: 'WF_CONFLICT', message: 'It is the last.', status: 409 });
  const { client } = fakeClient({ deleteKey: () => Promise.reject(refused) });
  await expect(revokeKey(client, KEY)).rejects.toMatchObject({
    message: 'It is the last.',
    nextSteps: ['wf keys create NAME --role operator'],
  });
});

test.each([
  [[OTHER], null],
  [[KEY, OTHER], 'The service confirmed the deletion of key ci, and still lists it.'],
])('another service that then lists %j is believed or not', async (keys, message) => {
  const { client } = fakeClient({
    deleteKey: async () => ({}),
    extensions: async () => null,
    listKeys: async () => keys,
  });
  const revoking = revokeKey(client, KEY).catch((error: unknown) => error);
  const refused = { code: 'WF_UNEXPECTED_ANSWER', message, nextSteps: ['wf keys list'] };
  expect(await revoking).toEqual(message === null ? null : expect.objectContaining(refused));
});

test('a list of keys is searched by name and prefix, and sorted by these fields', () => {
  const valuesOf = (key: Key) => Object.entries(KEY_FACTS.fields).map(([name, read]) => [name, read(key)]);
  expect([KEY_FACTS.createdAt(KEY), KEY_FACTS.names(KEY)]).toEqual([KEY.created_at, ['ci', 'wf_1']]);
  expect(valuesOf(KEY)).toEqual([
    ['created', KEY.created_at],
    ['name', 'ci'],
    ['role', 'author'],
    ['used', KEY.last_used_at],
    ['expires', KEY.expires_at],
  ]);
  const { last_used_at: _used, ...unused } = KEY;
  expect(Object.fromEntries(valuesOf(unused as Key))).toMatchObject({ used: null });
  expect(KEY_FIELDS).toEqual(['created', 'name', 'role', 'used', 'expires']);
});
