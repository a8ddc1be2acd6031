import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withFileLock } from '../../../src/project/with-file-lock.ts';
import { tempProject } from '../../helpers/temp-project.ts';

test('changes are made one after another, and the lock is gone after them', async () => {
  await using folder = await tempProject();
  let [inside, most] = [0, 0];
  const change = async () => {
    most = Math.max(most, (inside += 1));
    await new Promise((next) => {
      setImmediate(next);
    });
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => withFileLock(folder.path('file'), change)));
  expect([most, existsSync(folder.path('file.lock'))]).toEqual([1, false]);
});

test('a change that fails gives the lock back', async () => {
  await using folder = await tempProject();
  const failing = withFileLock(folder.path('file'), async () => await Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await withFileLock(folder.path('file'), async () => 'done')).toBe('done');
});

test('what a killed process left is taken over', async () => {
  await using folder = await tempProject();
  await writeFile(folder.path('file.lock'), '');
  await utimes(folder.path('file.lock'), new Date(0), new Date(0));
  expect(await withFileLock(folder.path('file'), async () => 'done')).toBe('done');
});
