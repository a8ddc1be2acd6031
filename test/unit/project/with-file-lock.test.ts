import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tempProject } from '../../helpers/temp-project.ts';
import { withFileLock } from '../../../src/project/with-file-lock.ts';

test('changes run one after another, and the lock is removed', async () => {
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

test('a failed change releases the lock', async () => {
  await using folder = await tempProject();
  const failing = withFileLock(folder.path('file'), async () => await Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow(expect.objectContaining({ message: 'no' }));
  expect(await withFileLock(folder.path('file'), async () => 'done')).toBe('done');
});

test('the lock of a killed process is replaced', async () => {
  await using folder = await tempProject();
  await writeFile(folder.path('file.lock'), '');
  await utimes(folder.path('file.lock'), new Date(0), new Date(0));
  expect(await withFileLock(folder.path('file'), async () => 'done')).toBe('done');
});

test('a lock that is not released in time is named', async () => {
  await using folder = await tempProject();
  const [file, lock] = [folder.path('file'), folder.path('file.lock')];
  let changes = 0;
  const change = async () => void (changes += 1);
  await withFileLock(file, async () => {
    await expect(withFileLock(file, change, -1)).rejects.toMatchObject({
      code: 'WF_CONFLICT',
      message: `Another wf process does not release the lock ${lock}.`,
      nextSteps: [`Remove ${lock} if no other wf is running.`],
    });
    expect(existsSync(lock)).toBe(true);
  });
  expect([changes, existsSync(lock)]).toEqual([0, false]);
});
