import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../helpers/temp-folder.ts';
import { tempProject } from '../../helpers/temp-project.ts';
import {
  addProfile,
  listProfiles,
  removeProfile,
  setProfileSetting,
  useProfile,
} from '../../../src/project/profiles.ts';
import { readUserConfig, writeUserConfig } from '../../../src/project/user-config.ts';

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

  test('the name of an inherited property is not a profile', async () => {
    await using folder = await tempProject();
    await expect(useProfile(folder.root, 'constructor')).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
    await addProfile(folder.root, 'toString', { app: 'x' });
    expect(await listProfiles(folder.root)).toContainEqual({ name: 'toString', isCurrent: false, app: 'x' });
  });
});

async function read(text: string | null) {
  await using folder = await tempFolder();
  const file = folder.path('config.json');
  if (text !== null) await writeFile(file, text);
  const config = await readUserConfig(folder.root).catch((error: unknown) => error);
  return { config, file };
}

test('without a settings file, the default profile has no settings', async () => {
  const { config, file } = await read(null);
  expect(config).toEqual({ file, profile: 'default', profiles: {} });
});

test('a profile has the settings that are set, and no unknown ones', async () => {
  const { config, file } = await read(
    JSON.stringify({
      profile: 'work',
      profiles: { work: { base_url: 'http://wf.example', app: null, old: 1 }, home: {} },
    }),
  );
  expect(config).toEqual({
    file,
    profile: 'work',
    profiles: { work: { base_url: 'http://wf.example' }, home: {} },
  });
});

test.each([
  ['[]', 'it must contain an object'],
  ['null', 'it must contain an object'],
  ['{"profiles": 1}', 'it must contain an object'],
  ['{"profiles": {"a": []}}', 'it must contain an object'],
  ['{"profiles": {"a": {"app": true}}}', 'app is neither text nor a number'],
  ['{', 'Expected property name'],
])('the settings file %s is refused: %s', async (text, reason) => {
  const { config, file } = await read(text);
  expect(config).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringContaining(`Cannot read the settings file ${file}: ${reason}`),
    nextSteps: ['Fix the file, or delete it to start over.'],
    details: { file },
  });
});

test('an invalid setting in the settings file is refused with its place', async () => {
  const { config, file } = await read('{"profiles": {"a": {"timeout": "x"}}}');
  expect(String(config)).toContain(`timeout in ${file} is "x"`);
});

test('settings are written as they are read, and everybody may read them', async () => {
  await using folder = await tempFolder();
  const config = { file: folder.path('config.json'), profile: 'work', profiles: { work: { app: 'support' } } };
  await writeUserConfig(config);
  expect(await readUserConfig(folder.root)).toEqual(config);
  expect((await stat(config.file)).mode & 0o777).toBe(0o644);
});
