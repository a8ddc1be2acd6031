import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { noteSealingKey } from '../../../../src/service/secrets/queries.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { backUp, checkBackup } from '../../../../src/use-cases/archives/back-up.ts';
import { restoreBackup } from '../../../../src/use-cases/archives/restore-backup.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const signal = new AbortController().signal;

test('a backup is one file that only its owner can read, and nothing else is left', async () => {
  await using folder = await tempFolder();
  await (await openStore({ file: folder.path('wf.db') })).close();
  await mkdir(folder.path('new'));
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
  expect(await restore()).toEqual({ file, key: null, revoked, has_checksum: true });
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

test('a backup into a folder that does not exist is refused, and creates none', async () => {
  await using backup = await backedUp();
  const file = backup.at.path('missing/copy.db');
  await expect(backUp({ dataDir: backup.at.root, databaseUrl: null, file, signal })).rejects.toMatchObject({
    message: `Cannot write ${file}: there is no folder ${backup.at.path('missing')}.`,
    nextSteps: [`mkdir -p ${backup.at.path('missing')}`],
  });
  await expect(stat(backup.at.path('missing'))).rejects.toThrow('ENOENT');
});

test('a backup has no bytes of what an earlier build deleted', async () => {
  await using folder = await tempFolder();
  await (await openStore({ file: folder.path('wf.db') })).close();
  const marker = 'a-deleted-output';
  {
    using database = new DatabaseSync(folder.path('wf.db'));
    database.exec('pragma secure_delete = off');
    const insert = database.prepare("insert into projects (id, name, created_at) values (?, ?, '')");
    for (let row = 0; row < 500; row += 1) insert.run(`${row}-gone`, marker.repeat(10));
    database.exec("delete from projects where id like '%-gone'");
  }
  expect((await readFile(folder.path('wf.db'))).includes(marker)).toBe(true);
  const file = folder.path('copy.db');
  await backUp({ dataDir: folder.root, databaseUrl: null, file, signal });
  expect((await readFile(file)).includes(marker)).toBe(false);
});

test('24 overwritten bytes are found wherever they are, and nothing is restored', async () => {
  await using backup = await backedUp();
  const { file, dataDir, restore } = backup;
  const bytes = await readFile(file);
  const random = createRandom(1);
  const places = Array.from({ length: 40 }, () => random.below(bytes.length - 24));
  // The header, its numbers that name the length, and the checksum with its label.
  for (const at of [0, 16, 20, 60, 90, bytes.length - 86, bytes.length - 70, bytes.length - 24, ...places]) {
    const changed = Buffer.from(bytes);
    for (let index = at; index < at + 24; index += 1) changed[index] = (changed[index] ?? 0) ^ (1 + random.below(255));
    await writeFile(file, changed);
    const damaged = { code: 'WF_INVALID_INPUT', message: `${file} is damaged: it is not what wf backup wrote.` };
    await expect(checkBackup(file), `at ${at}`).rejects.toMatchObject(damaged);
    await expect(restore(), `at ${at}`).rejects.toMatchObject(damaged);
  }
  await writeFile(file, bytes.subarray(0, 8192));
  await expect(restore()).rejects.toThrow('is not what wf backup wrote');
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
});

test('a backup of an older wf has no checksum: it is restored, and the answer says so', async () => {
  await using backup = await backedUp();
  const { file, dataDir, restore } = backup;
  expect(await checkBackup(file)).toMatchObject({ file, has_checksum: true });
  const pages = (await readFile(file)).length;
  await truncate(file, pages - (pages % 512));
  expect(await checkBackup(file)).toMatchObject({ file, has_checksum: false });
  expect(await restore()).toMatchObject({ has_checksum: false });
  expect(await readdir(dataDir)).toEqual(['wf.db']);
});
