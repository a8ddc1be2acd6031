import { describe, expect, test } from 'vitest';
import { keepInKeychain, readFromKeychain, removeFromKeychain } from '../../../src/project/keychain-key.ts';
import { systemKeychain } from '../../../src/project/system-keychain.ts';
import { makeFakeKeychains } from '../../helpers/fake-keychains.ts';
import { tempProject } from '../../helpers/temp-project.ts';

const OWNER = { origin: 'https://wf.example.com', profile: 'work' };

describe.each(['linux', 'darwin'] as const)('the keychain of %s', (platform) => {
  test.each(['wf_abc.0123', '"quoted" \\back', '-X 00', 'schlüssel'])(
    'gives back the key %j and forgets it',
    async (key) => {
      await using folder = await tempProject();
      const { env, kept, calls } = await makeFakeKeychains(folder.root);
      const keychain = systemKeychain({ platform, env });
      expect(await keepInKeychain(keychain, OWNER, key)).toBe(true);
      expect(await kept()).toEqual({ 'https://wf.example.com work': key });
      expect(await readFromKeychain(keychain, OWNER)).toEqual({ key });
      expect(await removeFromKeychain(keychain, OWNER)).toBe(null);
      expect(await kept()).toEqual({});
      expect(await calls()).not.toContain(key);
    },
  );

  test('keeps one key for each origin and profile', async () => {
    await using folder = await tempProject();
    const { env, kept } = await makeFakeKeychains(folder.root);
    const keychain = systemKeychain({ platform, env });
    await keepInKeychain(keychain, OWNER, 'first');
    await keepInKeychain(keychain, OWNER, 'second');
    await keepInKeychain(keychain, { ...OWNER, profile: null }, 'any');
    expect(await kept()).toEqual({ 'https://wf.example.com work': 'second', 'https://wf.example.com': 'any' });
  });

  test('says that a key is not there', async () => {
    await using folder = await tempProject();
    const { env } = await makeFakeKeychains(folder.root);
    const keychain = systemKeychain({ platform, env });
    expect(await readFromKeychain(keychain, OWNER)).toEqual({ problem: 'it is not there' });
    expect(await removeFromKeychain(keychain, OWNER)).toBe(null);
  });

  test('takes no key while nobody has opened it, and says so when it is asked', async () => {
    await using folder = await tempProject();
    const { env, lock } = await makeFakeKeychains(folder.root);
    await lock();
    const keychain = systemKeychain({ platform, env });
    expect(await keepInKeychain(keychain, OWNER, 'key')).toBe(false);
    expect(await readFromKeychain(keychain, OWNER)).toEqual({ problem: expect.stringMatching(/D-Bus|not allowed/) });
    expect(await removeFromKeychain(keychain, OWNER)).toMatch(/D-Bus|not allowed/);
  });

  test('is no trouble where its program is not installed', async () => {
    const keychain = systemKeychain({ platform, env: { PATH: '/nowhere' } });
    expect(await keepInKeychain(keychain, OWNER, 'key')).toBe(false);
    expect(await readFromKeychain(keychain, OWNER)).toEqual({ problem: expect.stringContaining('ENOENT') });
  });
});

test('Windows has none that answers fast enough', async () => {
  expect(systemKeychain({ platform: 'win32', env: {} })).toBe(null);
  expect(await keepInKeychain(null, OWNER, 'key')).toBe(false);
  expect(await readFromKeychain(null, OWNER)).toEqual({ problem: 'it is not there' });
});
