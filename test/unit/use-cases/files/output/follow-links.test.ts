import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { followLinks } from '../../../../../src/use-cases/files/output/follow-links.ts';
import { tempFolder } from '../../../../helpers/temp-folder.ts';

test('links lead to the file that they name, whether it exists or not', async () => {
  await using folder = await tempFolder();
  await mkdir(folder.path('data'));
  await writeFile(folder.path('data/there'), '');
  await symlink('data/there', folder.path('first'));
  await symlink('first', folder.path('second'));
  await symlink('data/missing', folder.path('third'));
  await symlink(folder.path('third'), folder.path('fourth'));
  const found = await Promise.all(
    ['second', 'fourth', 'data/there', 'data/missing'].map((name) => followLinks(folder.path(name))),
  );
  expect(found).toEqual(['data/there', 'data/missing', 'data/there', 'data/missing'].map((name) => folder.path(name)));
});

test('links that form a circle, and a folder that is a file, are errors', async () => {
  await using folder = await tempFolder();
  await symlink('two', folder.path('one'));
  await symlink('one', folder.path('two'));
  await expect(followLinks(folder.path('one'))).rejects.toMatchObject({ code: 'ELOOP' });
  await writeFile(folder.path('file'), '');
  await expect(followLinks(folder.path('file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
