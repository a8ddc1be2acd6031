import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tempProject } from '../../helpers/temp-project.ts';
import { withFileLock } from '../../../src/project/with-file-lock.ts';
import { writeFileAtomically } from '../../../src/project/write-file-atomically.ts';

test('a file is written into new folders that only the user can access', async () => {
  await using folder = await tempProject();
  await writeFileAtomically(folder.path('a/b/file'), 'text', 0o600);
  expect(await readFile(folder.path('a/b/file'), 'utf8')).toBe('text');
  expect((await stat(folder.path('a/b/file'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder.path('a'))).mode & 0o077).toBe(0);
});

test('a replaced file leaves nothing else behind', async () => {
  await using folder = await tempProject({ file: 'old' });
  await writeFileAtomically(folder.path('file'), 'new', 0o644);
  expect(await readdir(folder.root)).toEqual(['file']);
});

test('a symbolic link stays, and its target is replaced', async () => {
  await using folder = await tempProject({ 'real/file': 'old' });
  await symlink(folder.path('real/file'), folder.path('link'));
  await writeFileAtomically(folder.path('link'), 'new', 0o644);
  expect((await lstat(folder.path('link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(folder.path('real/file'), 'utf8')).toBe('new');
});

test('a failed write removes its temporary file', async () => {
  await using folder = await tempProject({ 'taken/x': '' });
  await expect(writeFileAtomically(folder.path('taken'), 'new', 0o644)).rejects.toThrow();
  expect(await readdir(folder.root)).toEqual(['taken']);
});

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
