import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  addProfile,
  listProfiles,
  removeProfile,
  setProfileSetting,
  useProfile,
} from '../../../src/project/profiles.ts';
import { readUserConfig } from '../../../src/project/user-config.ts';
import { tempProject } from '../../helpers/temp-project.ts';

describe('profiles', () => {
  test('start with the default one, which is selected', async () => {
    await using folder = await tempProject();
    expect(await listProfiles(folder.root)).toEqual([{ name: 'default', isCurrent: true }]);
  });

  test('are added, selected and removed', async () => {
    await using folder = await tempProject();
    await addProfile(folder.root, 'work', { base_url: 'https://host/api/', timeout: '5', credential: 'raw' });
    await useProfile(folder.root, 'work');
    expect(await listProfiles(folder.root)).toEqual([
      { name: 'default', isCurrent: false },
      { name: 'work', isCurrent: true, base_url: 'https://host/api', timeout: 5, credential: 'raw' },
    ]);
    await removeProfile(folder.root, 'work');
    expect(await listProfiles(folder.root)).toEqual([{ name: 'default', isCurrent: true }]);
  });

  test('are set and unset one setting at a time', async () => {
    await using folder = await tempProject();
    await setProfileSetting(folder.root, 'default', 'timeout', '9');
    await setProfileSetting(folder.root, 'default', 'app', 'support');
    await setProfileSetting(folder.root, 'default', 'timeout', null);
    expect((await readUserConfig(folder.root)).profiles).toEqual({ default: { app: 'support' } });
  });

  test.each([
    [
      'unknown profile',
      (root: string) => useProfile(root, 'wrok'),
      'WF_NOT_FOUND',
      'Did you mean work?',
      ['wf profiles list', 'wf profiles add wrok --base-url URL'],
    ],
    [
      'unknown profile to remove',
      (root: string) => removeProfile(root, 'x'),
      'WF_NOT_FOUND',
      'Available: default, work',
    ],
    [
      'taken name',
      (root: string) => addProfile(root, 'work', {}),
      'WF_CONFLICT',
      'There is already a profile called "work".',
      ['wf profiles use work', 'wf profiles remove work'],
    ],
    [
      'impossible name',
      (root: string) => addProfile(root, 'a b', {}),
      'WF_INVALID_INPUT',
      'Invalid profile name "a b": use up to 64 letters, digits, ".", "_" and "-".',
    ],
    ['bad value', (root: string) => addProfile(root, 'y', { timeout: '-1' }), 'WF_INVALID_INPUT', 'timeout is "-1"'],
    ['unknown setting', (root: string) => setProfileSetting(root, 'work', 'tiemout', '1'), 'WF_NOT_FOUND', 'timeout'],
    [
      'bad setting',
      (root: string) => setProfileSetting(root, 'work', 'base_url', 'x'),
      'WF_INVALID_INPUT',
      'base_url is "x"',
    ],
  ])('%s is rejected and changes nothing', async (_, act, code, said, nextSteps?: readonly string[]) => {
    await using folder = await tempProject({ 'config.json': '{"profiles": {"work": {"timeout": 3}}}' });
    const error = await act(folder.root).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code, message: expect.stringContaining(said), ...(nextSteps && { nextSteps }) });
    expect(await readFile(folder.path('config.json'), 'utf8')).toBe('{"profiles": {"work": {"timeout": 3}}}');
  });

  test.each([
    '{',
    '[]',
    '{"profiles": 1}',
    '{"profiles": {"a": 1}}',
    '{"profiles": {"a": {"timeout": true}}}',
    '{"profiles": {"a": {"timeout": "x"}}}',
  ])('a settings file with %s is rejected', async (text) => {
    await using folder = await tempProject({ 'config.json': text });
    await expect(listProfiles(folder.root)).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: expect.stringContaining(folder.path('config.json')),
    });
  });

  test('the name of an inherited property is not a profile', async () => {
    await using folder = await tempProject();
    await expect(useProfile(folder.root, 'constructor')).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
    await addProfile(folder.root, 'toString', { app: 'x' });
    expect(await listProfiles(folder.root)).toContainEqual({ name: 'toString', isCurrent: false, app: 'x' });
  });
});
