import { readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ensureDataFolder } from '../../../src/project/ensure-data-folder.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

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
  await ensureDataFolder(folder.path('data/wf'));
  expect(existsSync(folder.path('data/wf/.gitignore'))).toBe(false);
});
