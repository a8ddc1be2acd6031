import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noteSealingKey } from '../../../../src/service/secrets/queries.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { backUp } from '../../../../src/use-cases/archives/back-up.ts';
import { restoreBackup } from '../../../../src/use-cases/archives/restore-backup.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

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

test('without a database there is nothing to back up, and no file is left', async () => {
  await using folder = await tempFolder();
  const backup = backUp({ dataDir: folder.root, databaseUrl: null, file: folder.path('copy.db'), signal });
  await expect(backup).rejects.toMatchObject({
    code: 'WF_NO_FILE',
    message: `There is no database at ${folder.path('wf.db')}: nothing to back up.`,
    nextSteps: ['Name its folder: wf backup FILE --data-dir DIR'],
  });
  expect(await readdir(folder.root)).toEqual([]);
});

/** Backs up a new database; `key`: the name of the key that seals its secrets. */
async function backedUp(key: string | null = null) {
  const at = await tempProject();
  const { signal } = new AbortController();
  const store = await openStore({ file: at.path('wf.db') });
  if (key !== null) await store.transaction((db) => noteSealingKey(db, key, '2026-11-20T12:00:00Z'));
  await store.close();
  const file = at.path('backup.db');
  await backUp({ dataDir: at.root, databaseUrl: null, file, signal });
  const dataDir = at.path('data');
  const now = () => new Date('2026-11-21T12:00:00Z');
  const restore = () => restoreBackup({ file, dataDir, databaseUrl: null, given: undefined, now, signal });
  return { at, file, dataDir, restore, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
}

test('a restored database is one file that only its owner can read, whatever an earlier attempt left', async () => {
  await using backup = await backedUp();
  const { file, dataDir, restore } = backup;
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'wf.db'), '');
  for (const rest of ['', '-wal', '-shm']) await writeFile(join(dataDir, `wf.db.restoring${rest}`), 'half');
  const revoked = { sessions: 0, codes: 0, local_keys: 0 };
  expect(await restore()).toEqual({ file, key: null, revoked });
  expect(await readdir(dataDir)).toEqual(['wf.db']);
  expect((await stat(join(dataDir, 'wf.db'))).mode & 0o777).toBe(0o600);
});

test.each(['wf.db', 'wf.db-wal'])('a folder with %s is left as it is', async (name) => {
  await using backup = await backedUp();
  const path = join(backup.dataDir, name);
  await mkdir(backup.dataDir);
  await writeFile(path, 'x');
  await expect(backup.restore()).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: `${path} exists: a restore never replaces a database. Nothing was written.`,
    nextSteps: [
      'Stop the service and move its wf.db, wf.db-wal and wf.db-shm away, or name another folder: --data-dir DIR',
    ],
  });
  expect([await readdir(backup.dataDir), await readFile(path, 'utf8')]).toEqual([[name], 'x']);
});

test('a backup with secrets needs their key', async () => {
  await using backup = await backedUp('a1b2');
  await expect(backup.restore()).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: expect.stringMatching(/the backup.* Nothing was written\.$/),
    nextSteps: [`Copy the secret.key of that service to ${join(backup.dataDir, 'secret.key')}, or set WF_SECRET_KEY`],
  });
  expect(await readdir(backup.at.root)).not.toContain('data');
});
