import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { inspectBackup } from '../../../../../../src/service/archives/backup/queries/inspect-backup.ts';
import { MIGRATIONS } from '../../../../../../src/service/store/migrations/all-migrations.ts';
import { writeMigratedFile } from '../../../../../helpers/migrated-file.ts';
import { tempFolder } from '../../../../../helpers/temp-folder.ts';

const NEWEST = MIGRATIONS.at(-1)?.number ?? 0;

/** A backup, changed by statements. */
async function makeBackup(...statements: readonly string[]): Promise<string> {
  const folder = await tempFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const file = join(folder.root, 'backup.db');
  await writeMigratedFile(file);
  using database = new DatabaseSync(file);
  for (const statement of statements) database.exec(statement);
  return file;
}

test('a backup tells its schema and the key of its secrets, noted or in use', async () => {
  expect(await inspectBackup(await makeBackup())).toEqual({ schema: NEWEST, key: null });
  const noted = await makeBackup("insert into sealing_key (id, name, set_at) values (1, 'noted', '')");
  expect(await inspectBackup(noted)).toEqual({ schema: NEWEST, key: 'noted' });
  const columns = await columnsOf('keys');
  const values = columns.map((name) => (name === 'sealed' ? "'v1.used.x'" : name === 'role' ? "'viewer'" : "'x'"));
  const old = await makeBackup(
    `insert into keys (${columns.join(', ')}) values (${values.join(', ')})`,
    'drop table sealing_key',
  );
  expect(await inspectBackup(old)).toEqual({ schema: NEWEST, key: 'used' });
});

async function columnsOf(table: string): Promise<string[]> {
  using database = new DatabaseSync(await makeBackup());
  const rows = database.prepare('select name, "notnull" as must from pragma_table_info(?)').all(table);
  return rows.filter(({ name, must }) => must === 1 || name === 'sealed').map(({ name }) => String(name));
}

test('what is no backup is refused', async () => {
  const empty = await makeBackup('delete from wf_migrations');
  await expect(inspectBackup(empty)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${empty} is not a backup of wf.`,
  });
  const file = `${empty}.txt`;
  await writeFile(file, 'This is some text, which is longer than the head of a database. '.repeat(20));
  await expect(inspectBackup(file)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${file} cannot be read as a backup: file is not a database.`,
    cause: expect.any(Error),
  });
});

test('a backup of a newer release is refused', async () => {
  const file = await makeBackup(`update wf_migrations set number = ${NEWEST + 1} where number = ${NEWEST}`);
  await expect(inspectBackup(file)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${file} is from a newer wf: its schema is ${NEWEST + 1}, and this wf knows ${NEWEST}.`,
  });
});

test('a damaged backup is refused', async () => {
  const file = await makeBackup();
  const bytes = await readFile(file);
  // A page in the middle, of an index or a table.
  bytes.fill(0xff, 4096 * 20, 4096 * 21);
  await writeFile(file, bytes);
  await expect(inspectBackup(file)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringMatching(/ (is damaged: .+|cannot be read as a backup: .+)\.$/s),
  });
});
