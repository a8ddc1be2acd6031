import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../helpers/temp-folder.ts';
import { dataFolder } from '../../../src/project/data-folder.ts';
import { ensureDataFolder } from '../../../src/project/ensure-data-folder.ts';
import { configFolder, type Machine, userCacheFolder, userDataFolder } from '../../../src/project/machine.ts';

const HOME = { linux: '/home/ann', darwin: '/Users/ann', win32: 'C:\\Users\\ann' } as const;

function machine(platform: keyof typeof HOME, env: Machine['env'] = {}): Machine {
  return { platform, home: HOME[platform], env };
}

describe('the folders of settings and of data', () => {
  test.each([
    [machine('linux'), '/home/ann/.config/wf', '/home/ann/.local/share/wf'],
    [machine('linux', { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' }), '/c/wf', '/d/wf'],
    [
      machine('linux', { XDG_CONFIG_HOME: 'c', XDG_DATA_HOME: '' }),
      '/home/ann/.config/wf',
      '/home/ann/.local/share/wf',
    ],
    [machine('darwin'), '/Users/ann/.config/wf', '/Users/ann/Library/Application Support/wf'],
    [machine('darwin', { XDG_DATA_HOME: '/d' }), '/Users/ann/.config/wf', '/d/wf'],
    [machine('win32'), 'C:\\Users\\ann\\AppData\\Roaming\\wf', 'C:\\Users\\ann\\AppData\\Local\\wf'],
    [machine('win32', { APPDATA: 'D:\\r', LOCALAPPDATA: 'D:\\l', XDG_CONFIG_HOME: '/c' }), 'D:\\r\\wf', 'D:\\l\\wf'],
  ])('of %o are the user’s', (here, config, data) => {
    expect([configFolder(here), userDataFolder(here)]).toEqual([config, data]);
  });
});

describe('the folder of caches', () => {
  test.each([
    [machine('linux'), '/home/ann/.cache/wf'],
    [machine('linux', { XDG_CACHE_HOME: '/c' }), '/c/wf'],
    [machine('linux', { XDG_CACHE_HOME: 'c' }), '/home/ann/.cache/wf'],
    [machine('darwin'), '/Users/ann/Library/Caches/wf'],
    [machine('win32'), 'C:\\Users\\ann\\AppData\\Local\\wf\\cache'],
    [machine('win32', { LOCALAPPDATA: 'D:\\l' }), 'D:\\l\\wf\\cache'],
  ])('of %o is the user’s', (here, folder) => {
    expect(userCacheFolder(here)).toBe(folder);
  });
});

describe('the folder of generated data', () => {
  test('is .wf in a project', () => {
    expect(dataFolder({ root: '/srv/app' })).toBe('/srv/app/.wf');
  });

  test('is the user’s data folder outside a project', () => {
    expect(dataFolder(null, machine('linux'))).toBe('/home/ann/.local/share/wf');
  });
});

test("git ignores all of a project's data folder", async () => {
  await using folder = await tempFolder();
  await ensureDataFolder(folder.path('.wf'));
  expect(await readFile(folder.path('.wf/.gitignore'), 'utf8')).toBe('*\n');
});

test('an ignore file that the author has changed stays', async () => {
  await using folder = await tempFolder();
  await ensureDataFolder(folder.path('.wf'));
  await writeFile(folder.path('.wf/.gitignore'), '!build\n');
  await ensureDataFolder(folder.path('.wf'));
  expect(await readFile(folder.path('.wf/.gitignore'), 'utf8')).toBe('!build\n');
});

test('a data folder outside of a project has no ignore file', async () => {
  await using folder = await tempFolder();
  await ensureDataFolder(folder.path('data'));
  expect(existsSync(folder.path('data/.gitignore'))).toBe(false);
});
