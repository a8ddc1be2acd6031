import { chmod, readFile, stat } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openCredentials } from '../../../src/project/credential-store.ts';
import { tempProject } from '../../helpers/temp-project.ts';

const NOW = () => new Date('2026-11-20T12:00:00Z');

describe('openCredentials', () => {
  test('finds a key by the origin of an address, whatever its path', async () => {
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
  ])('does not send the key to %s', async (_, address) => {
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

  test('replaces the key of the same origin and profile', async () => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    await store.store('http://h', 'work', 'old');
    await store.store('http://h', 'work', 'new');
    expect((await store.list()).map(({ key }) => key)).toEqual(['new']);
  });

  test('loses no key when many are stored concurrently', async () => {
    await using folder = await tempProject();
    const hosts = Array.from({ length: 12 }, (_, index) => `http://host-${index}`);
    await Promise.all(hosts.map((host) => openCredentials(folder.root, NOW).store(host, null, 'k')));
    const stored = (await openCredentials(folder.root, NOW).list()).map(({ origin }) => origin);
    expect(stored.toSorted()).toEqual(hosts.toSorted());
  });

  test('removes a key, and returns whether there was one', async () => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    await store.store('http://h', 'work', 'k');
    expect(await store.remove('http://h', 'home')).toBe(null);
    expect(await store.remove('http://h/api', 'work')).toMatchObject({ key: 'k' });
    expect(await store.list()).toEqual([]);
  });

  test('writes a file that only the user can read', async () => {
    await using folder = await tempProject();
    const store = openCredentials(folder.root, NOW);
    const stored = await store.store('http://h', null, 'k');
    expect((await stat(store.file)).mode & 0o777).toBe(0o600);
    expect(await readFile(store.file, 'utf8')).toBe(`${JSON.stringify({ credentials: [stored] }, null, 2)}\n`);
  });

  test('restricts a file that others can read', async () => {
    await using folder = await tempProject({ 'credentials.json': '{"credentials": []}' });
    await chmod(folder.path('credentials.json'), 0o644);
    expect(await openCredentials(folder.root).list()).toEqual([]);
    expect((await stat(folder.path('credentials.json'))).mode & 0o777).toBe(0o600);
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '"credentials"',
    '{"credentials": {}}',
    '{"credentials": [{"origin": 1}]}',
    '{"credentials": [null]}',
    '{"credentials": ["http://h"]}',
    '{"credentials": [{"origin": 1, "profile": null, "key": "k"}]}',
    '{"credentials": [{"origin": "http://h", "profile": null, "key": 1}]}',
    '{"credentials": [{"origin": "http://h", "profile": null}]}',
    '{"credentials": [{"origin": "http://h", "profile": 1, "key": "k"}]}',
    '{"credentials": [{"origin": "http://h", "key": "k"}]}',
  ])('rejects a file with %j without repeating its content', async (text) => {
    await using folder = await tempProject({ 'credentials.json': text });
    const file = folder.path('credentials.json');
    await expect(openCredentials(folder.root).find('http://h', 'default')).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: `The keys in ${file} cannot be used: the file is damaged.`,
      nextSteps: [`chmod 600 ${file}`, 'Remove the file, then: wf login'],
      details: { file },
    });
  });

  test('rejects a file that cannot be read', async () => {
    await using folder = await tempProject({ 'credentials.json/x': '' });
    await chmod(folder.path('credentials.json'), 0o700);
    await expect(openCredentials(folder.root).list()).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: expect.stringMatching(/^The keys in .* cannot be used: EISDIR: .*\.$/),
    });
  });

  test('rejects the file of another user, except for root', async () => {
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

  test('has no keys without a file', async () => {
    await using folder = await tempProject();
    expect(await openCredentials(folder.root).list()).toEqual([]);
  });

  test('does not quote a damaged file in its error', async () => {
    await using folder = await tempProject({ 'credentials.json': '{"credentials": [{"key": "sk-secret" oops' });
    const error = await openCredentials(folder.root)
      .list()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'WF_INVALID_INPUT' });
    expect(String(error)).not.toContain('secret');
  });
});
