import { chmod, readFile, stat } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeFakeKeychains } from '../../helpers/fake-keychains.ts';
import { tempProject } from '../../helpers/temp-project.ts';
import { openCredentials } from '../../../src/project/credential-store.ts';
import { readFromKeychain, removeFromKeychain, storeInKeychain } from '../../../src/project/keychain-key.ts';
import { type Keychain, systemKeychain } from '../../../src/project/system-keychain.ts';

const NOW = () => new Date('2026-11-20T12:00:00Z');

describe('the file of keys', () => {
  test('has a key for each origin, whatever the path', async () => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    await store.store('https://host:8443/api', 'default', 'k1');
    expect(await store.find('https://host:8443/other', 'default')).toEqual({
      origin: 'https://host:8443',
      profile: 'default',
      key: 'k1',
      createdAt: '2026-11-20T12:00:00.000Z',
    });
  });

  test.each([
    ['another scheme', 'http://host:8443'],
    ['another host', 'https://host.evil:8443'],
    ['another port', 'https://host'],
    ['a host within a host', 'https://sub.host:8443'],
  ])('has no key of it for %s', async (_, address) => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    await store.store('https://host:8443/api', null, 'k1');
    expect(await store.find(address, 'default')).toBeNull();
  });

  test('prefers the profile’s own key to one of any profile', async () => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    await store.store('http://h', null, 'any');
    await store.store('http://h', 'work', 'own');
    expect((await store.find('http://h', 'work'))?.key).toBe('own');
    expect((await store.find('http://h', 'home'))?.key).toBe('any');
  });

  test('has one key for an origin and a profile', async () => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    await store.store('http://h', 'work', 'old');
    await store.store('http://h', 'work', 'new');
    expect((await store.list()).map(({ key }) => key)).toEqual(['new']);
  });

  test('loses no key when many are stored at once', async () => {
    await using folder = await tempProject();
    const hosts = Array.from({ length: 12 }, (_, index) => `http://host-${index}`);
    await Promise.all(hosts.map((host) => openCredentials(folder.root, NOW).store(host, null, 'k')));
    const stored = (await openCredentials(folder.root, NOW).list()).map(({ origin }) => origin);
    expect(stored.toSorted()).toEqual(hosts.toSorted());
  });

  test('loses a key when it is removed', async () => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    await store.store('http://h', 'work', 'k');
    expect(await store.remove('http://h', 'home')).toBe(null);
    expect(await store.remove('http://h/api', 'work')).toMatchObject({ key: 'k' });
    expect(await store.list()).toEqual([]);
  });

  test('is written so that only the user can read it', async () => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    const stored = await store.store('http://h', null, 'k');
    expect((await stat(store.file)).mode & 0o777).toBe(0o600);
    expect(await readFile(store.file, 'utf8')).toBe(`${JSON.stringify({ credentials: [stored] }, null, 2)}\n`);
  });

  test('is made private if others can read it', async () => {
    await using folder = await tempProject({ 'credentials.json': '{"credentials": []}' });
    await chmod(folder.path('credentials.json'), 0o644);
    expect(await openCredentials(folder.root).list()).toEqual([]);
    expect((await stat(folder.path('credentials.json'))).mode & 0o777).toBe(0o600);
  });

  test.each([
    '',
    '{',
    'null',
    '{"credentials": {}}',
    '{"credentials": ["http://h"]}',
    '{"credentials": [{"origin": 1, "profile": null, "key": "k"}]}',
    '{"credentials": [{"origin": "http://h", "profile": null, "key": 1}]}',
    '{"credentials": [{"origin": "http://h", "profile": null}]}',
    '{"credentials": [{"origin": "http://h", "profile": 1, "key": "k"}]}',
    '{"credentials": [{"origin": "http://h", "key": "k"}]}',
    '{"credentials": [{"key": "sk-secret" oops',
  ])('is refused with %j, without repeating its content', async (text) => {
    await using folder = await tempProject({ 'credentials.json': text });
    const file = folder.path('credentials.json');
    await expect(openCredentials(folder.root).find('http://h', 'default')).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: `The keys in ${file} cannot be used: the file is damaged.`,
      nextSteps: [`chmod 600 ${file}`, 'Remove the file, then: wf login'],
      details: { file },
    });
  });

  test('is refused if it cannot be read', async () => {
    await using folder = await tempProject({ 'credentials.json/x': '' });
    await chmod(folder.path('credentials.json'), 0o700);
    await expect(openCredentials(folder.root).list()).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: expect.stringMatching(/^The keys in .* cannot be used: EISDIR: .*\.$/),
    });
  });

  test('is refused if it belongs to another user, except by root', async () => {
    await using folder = await tempProject({ 'credentials.json': '{"credentials": []}' });
    const file = folder.path('credentials.json');
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(4321);
    onTestFinished(() => getuid.mockRestore());
    await expect(openCredentials(folder.root).list()).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: `The keys in ${file} cannot be used: it belongs to another user.`,
    });
    getuid.mockReturnValue(0);
    expect(await openCredentials(folder.root).list()).toEqual([]);
  });

  test('has no keys if it does not exist', async () => {
    await using folder = await tempProject();
    expect(await openCredentials(folder.root).list()).toEqual([]);
  });
});

const OWNER = { origin: 'https://wf.example.com', profile: 'work' };

describe.each(['linux', 'darwin'] as const)('the keychain of %s', (platform) => {
  test.each(['wf_abc.0123', '-X 00 "quoted" \\back schlüssel'])(
    'stores, returns and removes the key %j',
    async (key) => {
      await using folder = await tempProject();
      const { env, kept, calls } = await makeFakeKeychains(folder.root);
      const keychain = systemKeychain({ platform, env });
      expect(await storeInKeychain(keychain, OWNER, key)).toBe(true);
      expect(await kept()).toEqual({ 'https://wf.example.com work': key });
      expect(await readFromKeychain(keychain, OWNER)).toEqual({ key });
      expect(await removeFromKeychain(keychain, OWNER)).toBe(null);
      expect(await readFromKeychain(keychain, OWNER)).toEqual({ problem: 'it has no such item' });
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

test('Windows has no keychain', async () => {
  expect(systemKeychain({ platform: 'win32', env: {} })).toBe(null);
  expect(await storeInKeychain(null, OWNER, 'key')).toBe(false);
  expect(await readFromKeychain(null, OWNER)).toEqual({ problem: 'it has no such item' });
  expect(await removeFromKeychain(null, OWNER)).toBe('this system has no keychain');
});

test('a key is not stored in a keychain that forgets it', async () => {
  const keychain: Keychain = {
    name: 'a keychain',
    read: async () => null,
    write: async () => {},
    remove: async () => {},
  };
  expect(await storeInKeychain(keychain, OWNER, 'k')).toBe(false);
});
