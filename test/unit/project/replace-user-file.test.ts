import { lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceUserFile } from '../../../src/project/replace-user-file.ts';
import { tempProject } from '../../helpers/temp-project.ts';

test('a file is written into a new folder that only the user can access', async () => {
  await using folder = await tempProject();
  await replaceUserFile(folder.path('a/file'), 'text', 0o600);
  expect(await readFile(folder.path('a/file'), 'utf8')).toBe('text');
  expect((await stat(folder.path('a/file'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder.path('a'))).mode & 0o077).toBe(0);
});

test('a replaced file leaves nothing else behind', async () => {
  await using folder = await tempProject({ file: 'old' });
  await replaceUserFile(folder.path('file'), 'new', 0o644);
  expect(await readdir(folder.root)).toEqual(['file']);
});

test('a symbolic link stays, and its target is replaced', async () => {
  await using folder = await tempProject({ 'real/file': 'old' });
  await symlink(folder.path('real/file'), folder.path('link'));
  await replaceUserFile(folder.path('link'), 'new', 0o644);
  expect((await lstat(folder.path('link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(folder.path('real/file'), 'utf8')).toBe('new');
});

test('a failed write removes its temporary file', async () => {
  await using folder = await tempProject({ 'taken/x': '' });
  await expect(replaceUserFile(folder.path('taken'), 'new', 0o644)).rejects.toThrow();
  expect(await readdir(folder.root)).toEqual(['taken']);
});
