import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { inspectBackup } from '../../../../src/service/archives/backup/queries/inspect-backup.ts';
import { MIGRATIONS } from '../../../../src/service/store/migrations/all-migrations.ts';
import { writeMigratedFile } from '../../../helpers/migrated-file.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

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

test('a backup of a release that did not note the key of its secrets tells the one in use', async () => {
  const noted = await makeBackup("insert into sealing_key (id, name, set_at) values (1, 'noted', '')");
  expect(await inspectBackup(noted)).toEqual({ schema: NEWEST, key: 'noted' });
  const old = await makeBackup(
    "insert into apps (id, project_id, name, app_type, created_at, updated_at) select 'a', id, 'a', '', '', '' from projects",
    "insert into app_variables (app_id, name, sealed, updated_at, modified_by) values ('a', 'A', 'v1.used.x', '', '')",
    'drop table sealing_key',
  );
  expect(await inspectBackup(old)).toEqual({ schema: NEWEST, key: 'used' });
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
