import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readIfThere } from '../../../../src/service/secrets/read-if-there.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a file is read, and a missing one is null', async () => {
  await using folder = await tempFolder();
  await writeFile(folder.path('key'), 'kéy\n');
  expect([await readIfThere(folder.path('key')), await readIfThere(folder.path('none'))]).toEqual(['kéy\n', null]);
});

test('what is there and cannot be read is an error', async () => {
  await using folder = await tempFolder();
  await expect(readIfThere(folder.root)).rejects.toMatchObject({ code: 'EISDIR' });
});
