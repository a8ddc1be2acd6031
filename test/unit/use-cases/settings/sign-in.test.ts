import { chmod, mkdir, rename } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { adaptClient } from '../../../../src/client/public/adapt-client.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';
import { openCredentials } from '../../../../src/project/credential-store.ts';
import { addProfile, listProfiles } from '../../../../src/project/profiles.ts';
import type { Settings } from '../../../../src/project/resolve-settings.ts';
import { signIn, type SignInOptions, signOut, signOutOfProfile } from '../../../../src/use-cases/settings/sign-in.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { startService } from '../../../helpers/start-service.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

describe('signing in', () => {
  const URL = 'http://wf.test';

  /** Signs in to a service by its requests. */
  async function open(baseUrl: Settings['baseUrl'] = setting(URL)) {
    const [folder, running] = [await tempFolder(), await startService()];
    onTestFinished(async () => {
      await running[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });
    await chmod(folder.root, 0o700);
    const settings = settingsOf({ baseUrl, profile: setting('work'), configDir: folder.root });
    const store = openCredentials(folder.root);
    let requests = 0;
    const transport = inProcessTransport(async (request) => {
      requests += 1;
      return await running.service.fetch(request);
    });
    const openSession: SignInOptions['openSession'] = async ({ credential }) => {
      const client = adaptClient(
        createClient({ transport, baseUrl: URL, ...(credential === undefined ? {} : { credential }) }),
      );
      return { client, mode: 'remote', url: URL, close: async () => undefined };
    };
    return {
      root: folder.root,
      file: store.file,
      key: running.keys.author,
      by: async (key: string) => await signIn({ settings, key, keychain: null, openSession }),
      stored: async () => (await store.list()).map(({ key }) => key),
      requests: () => requests,
    };
  }

  test('a key that the service knows is stored for the profile in a file', async () => {
    const { by, key, file, stored } = await open();
    expect(await by(`  ${key} \n`)).toMatchObject({
      profile: { role: 'author' },
      baseUrl: URL,
      location: file,
      rememberedIn: null,
    });
    expect(await stored()).toEqual([key]);
  });

  test('a key that the service does not know is not stored', async () => {
    const { by, stored } = await open();
    await expect(by('unknown')).rejects.toMatchObject({ code: 'WF_NOT_SIGNED_IN' });
    expect(await stored()).toEqual([]);
  });

  test('an address from a flag is remembered in the profile', async () => {
    const { by, key, root } = await open(setting(URL, 'flag'));
    await addProfile(root, 'work', {});
    expect((await by(key)).rememberedIn).toBe('work');
    expect(await listProfiles(root)).toMatchObject([{ name: 'default' }, { name: 'work', base_url: URL }]);
  });

  test.each([
    ['', 'The key is empty.'],
    [' \n', 'The key is empty.'],
    ['two words', 'Invalid key: it contains spaces or line breaks.'],
    ['two\nlines', 'Invalid key: it contains spaces or line breaks.'],
  ])('the key %j is refused before anything is sent', async (key, message) => {
    const { by, requests } = await open();
    await expect(by(key)).rejects.toMatchObject({ code: 'WF_USAGE', message });
    expect(requests()).toBe(0);
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

  test('the keys of a removed profile go with it, and those of others stay', async () => {
    await using folder = await open([
      [null, 'shared'],
      ['work', 'own'],
      ['other', 'theirs'],
      ['default', 'always'],
    ]);
    await folder.store.store('https://second.test/api', 'work', 'second');
    const env = { XDG_CONFIG_HOME: folder.root };
    await mkdir(folder.path('wf'), { mode: 0o700 });
    await rename(folder.path('credentials.json'), folder.path('wf/credentials.json'));
    const removed_from = folder.path('wf/credentials.json');
    expect(await signOutOfProfile(env, 'work', async () => null)).toEqual([
      { base_url: URL, removed_from },
      { base_url: 'https://second.test', removed_from },
    ]);
    expect(await signOutOfProfile(env, 'default', async () => null)).toEqual([]);
    const left = await openCredentials(folder.path('wf')).list();
    expect(left.map(({ key }) => key)).toEqual(['shared', 'theirs', 'always']);
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
