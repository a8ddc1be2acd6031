import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { inspectBackup } from '../../../../src/service/archives/backup/queries.ts';
import { KNOWN_SCHEMA } from '../../../../src/service/store/migrate.ts';
import { writeMigratedFile } from '../../../helpers/migrated-file.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

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

test('a backup without a noted key reports the key that its secrets are sealed with', async () => {
  const noted = await makeBackup("insert into sealing_key (id, name, set_at) values (1, 'noted', '')");
  expect(await inspectBackup(noted)).toEqual({ schema: KNOWN_SCHEMA, key: 'noted' });
  const old = await makeBackup(
    "insert into apps (id, project_id, name, app_type, created_at, updated_at) select 'a', id, 'a', '', '', '' from projects",
    "insert into app_variables (app_id, name, sealed, updated_at, modified_by) values ('a', 'A', 'v1.used.x', '', '')",
  );
  expect(await inspectBackup(old)).toEqual({ schema: KNOWN_SCHEMA, key: 'used' });
});

test('a backup of a newer release is refused', async () => {
  const file = await makeBackup(`update wf_migrations set number = ${KNOWN_SCHEMA + 1} where number = ${KNOWN_SCHEMA}`);
  await expect(inspectBackup(file)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${file} is from a newer wf: its schema is ${KNOWN_SCHEMA + 1}, and this wf knows ${KNOWN_SCHEMA}.`,
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
