import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeTextFile } from '../../../../src/use-cases/files/write-text-file.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

/** @yields two parts, then fails if it should */
async function* parts(failure?: Error) {
  yield 'one, ';
  if (failure !== undefined) throw failure;
  yield 'two';
}

test('parts are written one after the other, relative to the folder', async () => {
  await using folder = await tempFolder();
  await writeTextFile('out.txt', folder.root, parts());
  expect(await readFile(folder.path('out.txt'), 'utf8')).toBe('one, two');
  expect(await readdir(folder.root)).toEqual(['out.txt']);
});

test('a failure leaves the old file, and no other', async () => {
  await using folder = await tempFolder();
  await writeFile(folder.path('out.txt'), 'old');
  const failure = new Error('no more');
  await expect(writeTextFile('out.txt', folder.root, parts(failure))).rejects.toBe(failure);
  expect(await readFile(folder.path('out.txt'), 'utf8')).toBe('old');
  expect(await readdir(folder.root)).toEqual(['out.txt']);
});

test.each([
  ['none/out.txt', 'there is no such folder'],
  ['folder', 'it is a folder'],
])('the file %s is refused: %s', async (file, reason) => {
  await using folder = await tempFolder();
  await mkdir(folder.path('folder'));
  await expect(writeTextFile(file, folder.root, parts())).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `Cannot write ${file}: ${reason}.`,
  });
});
