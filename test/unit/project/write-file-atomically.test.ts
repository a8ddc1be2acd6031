import { lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeFileAtomically } from '../../../src/project/write-file-atomically.ts';
import { tempProject } from '../../helpers/temp-project.ts';

test('creates the parent folders for the user only', async () => {
  await using folder = await tempProject();
  await writeFileAtomically(folder.path('a/b/file'), 'text', 0o600);
  expect(await readFile(folder.path('a/b/file'), 'utf8')).toBe('text');
  expect((await stat(folder.path('a/b/file'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder.path('a'))).mode & 0o077).toBe(0);
});

test('leaves nothing but the file behind', async () => {
  await using folder = await tempProject({ file: 'old' });
  await writeFileAtomically(folder.path('file'), 'new', 0o644);
  expect(await readdir(folder.root)).toEqual(['file']);
});

test('keeps a symbolic link and writes to its target', async () => {
  await using folder = await tempProject({ 'real/file': 'old' });
  await symlink(folder.path('real/file'), folder.path('link'));
  await writeFileAtomically(folder.path('link'), 'new', 0o644);
  expect((await lstat(folder.path('link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(folder.path('real/file'), 'utf8')).toBe('new');
});

test('removes its temporary file when it fails', async () => {
  await using folder = await tempProject({ 'taken/x': '' });
  await expect(writeFileAtomically(folder.path('taken'), 'new', 0o644)).rejects.toThrow();
  expect(await readdir(folder.root)).toEqual(['taken']);
});
