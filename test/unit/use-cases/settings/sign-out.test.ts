import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openCredentials } from '../../../../src/project/credential-store.ts';
import { signOut } from '../../../../src/use-cases/settings/sign-out.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const URL = 'https://wf.test';

/** Signs the profile "work" out of a service for which these keys are stored, by profile. */
async function open(keys: readonly (readonly [string | null, string | null])[]) {
  const folder = await tempFolder();
  await chmod(folder.root, 0o700);
  const store = openCredentials(folder.root);
  for (const [profile, key] of keys) await store.store(URL, profile, key);
  const settings = settingsOf({ baseUrl: setting(URL), profile: setting('work'), configDir: folder.root });
  return Object.assign(folder, { store, settings });
}

test("the profile's own key is removed first, then the one of every profile", async () => {
  await using folder = await open([
    [null, 'shared'],
    ['work', 'own'],
  ]);
  expect(await signOut(folder.settings, null)).toEqual({ baseUrl: URL, location: folder.store.file });
  expect((await folder.store.list()).map(({ key }) => key)).toEqual(['shared']);
  await signOut(folder.settings, null);
  expect(await folder.store.list()).toEqual([]);
});

test('without a key there is nothing to remove', async () => {
  await using folder = await open([['home', 'other']]);
  await expect(signOut(folder.settings, null)).rejects.toMatchObject({
    code: 'WF_NOT_SIGNED_IN',
    message: 'No key is stored for https://wf.test.',
    nextSteps: ['wf config list'],
  });
});

test('a keychain that does not answer still has the key, and a warning says so', async () => {
  await using folder = await open([['work', null]]);
  await expect(signOut(folder.settings, null)).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: expect.stringMatching(
      /^wf no longer sends the key for https:\/\/wf\.test, but a keychain still has it: .+\.$/,
    ),
    nextSteps: ['Remove the item "wf" there.'],
  });
});
