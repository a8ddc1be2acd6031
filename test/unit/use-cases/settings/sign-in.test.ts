import { chmod } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { openCredentials } from '../../../../src/project/credential-store.ts';
import { addProfile, listProfiles } from '../../../../src/project/profiles.ts';
import type { Settings } from '../../../../src/project/resolve-settings.ts';
import { signIn, type SignInOptions } from '../../../../src/use-cases/settings/sign-in.ts';
import { signOut } from '../../../../src/use-cases/settings/sign-out.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

describe('signing in', () => {
  const URL = 'https://wf.test';
  const ANA = { id: 'u-1', uid: 'u-1', username: 'ana', email: 'ana@wf.test' };

  /** Signs in with a service that accepts every key, and records the credentials and how often it was left. */
  async function open(baseUrl: Settings['baseUrl'] = setting(URL)) {
    const folder = await tempFolder();
    await chmod(folder.root, 0o700);
    const settings = settingsOf({ baseUrl, profile: setting('work'), configDir: folder.root });
    const store = openCredentials(folder.root);
    const asked: unknown[] = [];
    let closed = 0;
    const { client } = fakeClient({ getProfile: async () => ANA });
    const openSession = (async (given: Settings) => {
      asked.push(given.credential);
      return { client, close: async () => void (closed += 1) };
    }) as unknown as SignInOptions['openSession'];
    const by = async (key: string, keychain: SignInOptions['keychain'] = null) =>
      await signIn({ settings, key, keychain, openSession });
    return Object.assign(folder, { store, asked, by, closed: () => closed });
  }

  test('a key is checked, and stored for the profile in a file', async () => {
    await using folder = await open();
    expect(await folder.by('  secret \n')).toEqual({
      profile: ANA,
      baseUrl: URL,
      location: folder.store.file,
      rememberedIn: null,
    });
    expect(folder.asked).toEqual([{ key: 'secret', form: settingsOf({}).credentialForm.value }]);
    expect(folder.closed()).toBe(1);
    expect((await folder.store.list()).map(({ key }) => key)).toEqual(['secret']);
  });

  test('a keychain that takes the key has it alone', async () => {
    await using folder = await open();
    const stored: unknown[] = [];
    const keychain = {
      name: 'the keychain',
      read: async () => 'secret',
      write: async (...words: string[]) => void stored.push(words),
      remove: async () => undefined,
    };
    expect((await folder.by('secret', keychain)).location).toBe('the keychain');
    expect(stored).toEqual([['https://wf.test work', 'secret', 'wf key for https://wf.test']]);
    expect((await folder.store.list()).map(({ key }) => key)).toEqual([null]);
  });

  test('an address from a flag is remembered in the profile', async () => {
    await using folder = await open({ value: URL, origin: { kind: 'flag' } } as Settings['baseUrl']);
    await addProfile(folder.root, 'work', {});
    expect((await folder.by('secret')).rememberedIn).toBe('work');
    expect(await listProfiles(folder.root)).toMatchObject([{ name: 'default' }, { name: 'work', base_url: URL }]);
  });

  test.each([
    ['', 'The key is empty.'],
    [' \n', 'The key is empty.'],
    ['two words', 'Invalid key: it contains spaces or line breaks.'],
    ['two\nlines', 'Invalid key: it contains spaces or line breaks.'],
  ])('the key %j is refused before anything is sent', async (key, message) => {
    await using folder = await open();
    await expect(folder.by(key)).rejects.toMatchObject({ code: 'WF_USAGE', message });
    expect(folder.asked).toEqual([]);
  });
});

describe('signing out', () => {
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
});
