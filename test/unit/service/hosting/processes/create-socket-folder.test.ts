import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createSocketFolder } from '../../../../../src/service/hosting/processes/create-socket-folder.ts';

test('each process gets a folder that only its user can enter', async () => {
  const sockets = createSocketFolder();
  const [one, other] = [await sockets.newFolder(null), await sockets.newFolder(null)];
  expect(dirname(one)).toBe(dirname(other));
  expect(one).not.toBe(other);
  if (process.platform !== 'win32') expect((await stat(one)).mode & 0o777).toBe(0o700);
  await sockets.remove();
  expect(existsSync(dirname(one))).toBe(false);
});

test('folders that are created while they are removed leave nothing behind', async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const sockets = createSocketFolder();
    const first = await sockets.newFolder(null);
    const creating = Array.from({ length: 20 }, () => sockets.newFolder(null));
    const [created] = await Promise.all([Promise.all(creating), sockets.remove()]);
    expect([first, ...created].filter((folder) => existsSync(folder))).toEqual([]);
    expect(existsSync(dirname(first))).toBe(false);
    await expect(sockets.newFolder(null)).rejects.toMatchObject({ status: 503, message: 'The service is stopping.' });
  }
});

test('nothing is removed if no folder was needed', async () => {
  await expect(createSocketFolder().remove()).resolves.toBeUndefined();
});
