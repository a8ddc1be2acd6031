import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { backUp } from '../../../../src/use-cases/archives/back-up.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const signal = new AbortController().signal;

test('a backup is one file that only its owner can read, and nothing else is left', async () => {
  await using folder = await tempFolder();
  await (await openStore({ file: folder.path('wf.db') })).close();
  const file = folder.path('new', 'copy.db');
  const backup = await backUp({ dataDir: folder.root, databaseUrl: null, file, signal });
  const found = await stat(file);
  expect(backup).toEqual({ file, bytes: found.size, key: null, seconds: expect.any(Number) });
  expect(found.mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path('new'))).toEqual(['copy.db']);
});

test('a file that exists is not replaced', async () => {
  await using folder = await tempFolder();
  const file = folder.path('copy.db');
  await writeFile(file, 'mine');
  await expect(backUp({ dataDir: folder.root, databaseUrl: null, file, signal })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: `${file} exists: a backup never replaces a file.`,
    nextSteps: ['Name another file'],
  });
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('without a database there is nothing to back up, and no file is left', async () => {
  await using folder = await tempFolder();
  const backup = backUp({ dataDir: folder.root, databaseUrl: null, file: folder.path('copy.db'), signal });
  await expect(backup).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: `There is no database at ${folder.path('wf.db')}: nothing to back up.`,
    nextSteps: ['Name its folder: wf backup FILE --data-dir DIR'],
  });
  expect(await readdir(folder.root)).toEqual([]);
});
