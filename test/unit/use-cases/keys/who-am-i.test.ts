import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { whoAmI } from '../../../../src/use-cases/keys/who-am-i.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';

const PROFILE = { id: '1', uid: '1', username: 'ann' };
const SETTINGS = settingsOf({
  baseUrl: setting('https://wf.test'),
  keyOrigin: { kind: 'environment', name: 'WF_API_KEY' },
});

const noDocument = async () => ({ status: 200, headers: {}, bytes: new Uint8Array(), requestId: null });

test('the owner of the key, its source and the kind of service are reported', async () => {
  const { client } = fakeClient({ getProfile: async () => PROFILE, request: noDocument });
  expect(await whoAmI({ client, mode: 'remote' }, SETTINGS)).toEqual({
    ...PROFILE,
    base_url: 'https://wf.test',
    key_from: 'WF_API_KEY',
    service: 'wf',
    release: null,
    extensions: { known: expect.any(Number), lacking: [] },
  });
});

test('the embedded service needs no key, and another service has no extensions', async () => {
  const own = fakeClient({ getProfile: async () => PROFILE });
  expect(await whoAmI({ client: own.client, mode: 'embedded' }, settingsOf())).toMatchObject({
    base_url: null,
    key_from: null,
    service: 'wf',
  });
  const { client } = fakeClient({
    getProfile: async () => PROFILE,
    extensions: async () => null,
    request: noDocument,
  });
  expect(await whoAmI({ client, mode: 'remote' }, SETTINGS)).toMatchObject({ service: 'other', release: null });
});

test.each([
  [SETTINGS, 'https://wf.test'],
  [settingsOf(), 'The service'],
])('a service without profiles says so', async (settings, subject) => {
  const missing = new ServiceError({
    code: 'WF_NOT_FOUND',
    message: 'No such path.',
    status: 404,
    details: 'Not Found',
  });
  const { client } = fakeClient({ getProfile: async () => Promise.reject(missing) });
  await expect(whoAmI({ client, mode: 'remote' }, settings)).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: `${subject} has no GET /profile, so it does not report whose key is sent.`,
    nextSteps: ['wf doctor'],
  });
});
