import { readdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createDiskCheck, describeDiskProblem } from '../../../../src/use-cases/serve/create-disk-check.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('a folder that takes writes has no problem, and nothing stays in it', async () => {
  await using folder = await tempProject();
  expect(await createDiskCheck(folder.root)()).toBeNull();
  expect(await readdir(folder.root)).toEqual([]);
});

test('a problem is found, and found to be over, within a second', async () => {
  await using parent = await tempProject({ 'data/x': '' });
  let now = 0;
  const check = createDiskCheck(parent.path('data'), () => now);
  expect(await check()).toBeNull();
  await rm(parent.path('data'), { recursive: true });
  now = 999;
  expect(await check()).toBeNull();
  now = 1000;
  expect(await check()).toBe('The data folder takes no writes: it is gone.');
});

test('a reason without a message is reported by its code', async () => {
  await using parent = await tempProject({ file: '' });
  expect(await createDiskCheck(parent.path('file'))()).toBe('The data folder takes no writes: ENOTDIR.');
});

test.each([
  ['ENOSPC', 'its disk is full'],
  ['EDQUOT', 'its quota is used up'],
  ['EROFS', 'its disk is read-only'],
  ['EACCES', 'the service may not write to it'],
  ['EPERM', 'the service may not write to it'],
  ['ENOENT', 'it is gone'],
  ['EIO', 'its disk fails'],
  ['EBUSY', 'EBUSY'],
])('the code %s means that %s', (code, reason) => {
  const error = Object.assign(new Error('write'), { code });
  expect(describeDiskProblem(error)).toBe(`The data folder takes no writes: ${reason}.`);
});

test('a failure without a code is reported as it is', () => {
  expect(describeDiskProblem(new Error('odd'))).toBe('The data folder takes no writes: Error: odd.');
});
