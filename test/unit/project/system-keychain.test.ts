import { describe, expect, test } from 'vitest';
import { storeInKeychain, readFromKeychain, removeFromKeychain } from '../../../src/project/keychain-key.ts';
import { systemKeychain } from '../../../src/project/system-keychain.ts';
import { makeFakeKeychains } from '../../helpers/fake-keychains.ts';
import { tempProject } from '../../helpers/temp-project.ts';

const OWNER = { origin: 'https://wf.example.com', profile: 'work' };

describe.each(['linux', 'darwin'] as const)('the keychain of %s', (platform) => {
  test.each(['wf_abc.0123', '"quoted" \\back', '-X 00', 'schlüssel'])(
    'stores, returns and removes the key %j',
    async (key) => {
      await using folder = await tempProject();
      const { env, kept, calls } = await makeFakeKeychains(folder.root);
      const keychain = systemKeychain({ platform, env });
      expect(await storeInKeychain(keychain, OWNER, key)).toBe(true);
      expect(await kept()).toEqual({ 'https://wf.example.com work': key });
      expect(await readFromKeychain(keychain, OWNER)).toEqual({ key });
      expect(await removeFromKeychain(keychain, OWNER)).toBe(null);
      expect(await kept()).toEqual({});
      expect(await calls()).not.toContain(key);
    },
  );

  test('stores one key per origin and profile', async () => {
    await using folder = await tempProject();
    const { env, kept } = await makeFakeKeychains(folder.root);
    const keychain = systemKeychain({ platform, env });
    await storeInKeychain(keychain, OWNER, 'first');
    await storeInKeychain(keychain, OWNER, 'second');
    await storeInKeychain(keychain, { ...OWNER, profile: null }, 'any');
    expect(await kept()).toEqual({ 'https://wf.example.com work': 'second', 'https://wf.example.com': 'any' });
  });

  test('reports a missing key', async () => {
    await using folder = await tempProject();
    const { env } = await makeFakeKeychains(folder.root);
    const keychain = systemKeychain({ platform, env });
    expect(await readFromKeychain(keychain, OWNER)).toEqual({ problem: 'it has no such item' });
    expect(await removeFromKeychain(keychain, OWNER)).toBe(null);
  });

  test('reports that it is locked', async () => {
    await using folder = await tempProject();
    const { env, lock } = await makeFakeKeychains(folder.root);
    await lock();
    const keychain = systemKeychain({ platform, env });
    expect(await storeInKeychain(keychain, OWNER, 'key')).toBe(false);
    expect(await readFromKeychain(keychain, OWNER)).toEqual({ problem: expect.stringMatching(/D-Bus|not allowed/) });
    expect(await removeFromKeychain(keychain, OWNER)).toMatch(/D-Bus|not allowed/);
  });

  test('is not used if its program is not installed', async () => {
    const keychain = systemKeychain({ platform, env: { PATH: '/nowhere' } });
    expect(await storeInKeychain(keychain, OWNER, 'key')).toBe(false);
    expect(await readFromKeychain(keychain, OWNER)).toEqual({ problem: expect.stringContaining('ENOENT') });
  });
});

test('does not exist on Windows', async () => {
  expect(systemKeychain({ platform: 'win32', env: {} })).toBe(null);
  expect(await storeInKeychain(null, OWNER, 'key')).toBe(false);
  expect(await readFromKeychain(null, OWNER)).toEqual({ problem: 'it has no such item' });
});
