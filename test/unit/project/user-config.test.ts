import { stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readUserConfig, writeUserConfig } from '../../../src/project/user-config.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

async function read(text: string | null) {
  await using folder = await tempFolder();
  const file = folder.path('config.json');
  if (text !== null) await writeFile(file, text);
  const config = await readUserConfig(folder.root).catch((error: unknown) => error);
  return { config, file };
}

test('without a file, the default profile has no settings', async () => {
  const { config, file } = await read(null);
  expect(config).toEqual({ file, profile: 'default', profiles: {} });
});

test('profiles keep the settings that they have', async () => {
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
])('the file %s is refused: %s', async (text, reason) => {
  const { config, file } = await read(text);
  expect(config).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `Cannot read the settings file ${file}: ${reason}.`,
    nextSteps: ['Fix the file, or delete it to start over.'],
    details: { file },
  });
});

test('a file that is not JSON is refused with the reason of the parser', async () => {
  const { config, file } = await read('{');
  expect(String(config)).toContain(`Cannot read the settings file ${file}: Expected property name`);
});

test('settings are written as they are read, and everybody may read them', async () => {
  await using folder = await tempFolder();
  const config = { file: folder.path('config.json'), profile: 'work', profiles: { work: { app: 'support' } } };
  await writeUserConfig(config);
  expect(await readUserConfig(folder.root)).toEqual(config);
  expect((await stat(config.file)).mode & 0o777).toBe(0o644);
});
