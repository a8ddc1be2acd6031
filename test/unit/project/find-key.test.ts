import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openCredentials } from '../../../src/project/credential-store.ts';
import { findKey, type FindKeyOptions } from '../../../src/project/find-key.ts';
import type { Keychain } from '../../../src/project/system-keychain.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const URL = 'https://wf.test/api';
const byFlag = { value: URL, origin: { kind: 'flag', name: '--base-url' } } as const;
const byProject = { value: URL, origin: { kind: 'project', name: '/p/wf.config.ts' } } as const;

async function find(
  options: Partial<FindKeyOptions>,
  stored: readonly (readonly [string | null, string | null])[] = [],
) {
  await using folder = await tempFolder();
  await chmod(folder.root, 0o700);
  const credentials = openCredentials(folder.root);
  for (const [profile, key] of stored) await credentials.store('https://wf.test', profile, key);
  const found = await findKey({ baseUrl: byFlag, profile: 'work', env: {}, configDir: folder.root, ...options });
  return { ...found, file: folder.path('credentials.json') };
}

test('the variable wins over a stored key', async () => {
  expect(await find({ env: { WF_API_KEY: ' k ' } }, [['work', 'stored']])).toMatchObject({
    key: { value: 'k', origin: { kind: 'environment', name: 'WF_API_KEY' } },
    warnings: [],
  });
});

test("the variable is not sent to a project's address, which may be anyone's", async () => {
  expect(await find({ baseUrl: byProject, env: { WF_API_KEY: 'k' } })).toMatchObject({
    key: null,
    warnings: [
      'WF_API_KEY is not sent to https://wf.test/api, because that address comes from /p/wf.config.ts. If the key is meant for it, set WF_BASE_URL=https://wf.test/api as well.',
    ],
  });
});

test.each([[undefined], ['  ']])('without a variable (%j), nothing is withheld', async (value) => {
  expect(await find({ env: { WF_API_KEY: value } })).toMatchObject({ key: null, warnings: [] });
  expect(await find({ baseUrl: byProject, env: { WF_API_KEY: value } })).toMatchObject({ key: null, warnings: [] });
});

test('a key stored for the address is used, also for one of a project', async () => {
  const { key, file } = await find({ baseUrl: byProject, env: { WF_API_KEY: 'k' } }, [['work', 'stored']]);
  expect(key).toEqual({ value: 'stored', origin: { kind: 'profile', name: `work (${file})` } });
});

test('without an address there is no key', async () => {
  const nowhere = { value: null, origin: { kind: 'default', name: 'default' } } as const;
  expect(await find({ baseUrl: nowhere, env: { WF_API_KEY: 'k' } })).toMatchObject({ key: null, warnings: [] });
});

test('a machine without the keychain of a stored key says how to sign in again', async () => {
  const openKeychain = async (): Promise<Keychain | null> => null;
  const { key, warnings } = await find({ openKeychain }, [['work', null]]);
  expect([key, warnings.length]).toEqual([null, 1]);
  expect(warnings[0]).toMatch(
    /^Cannot read the key for https:\/\/wf\.test from a keychain: .+\. Sign in again: wf login --no-keychain$/,
  );
});
