import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, readVersion, requireNewest } from '../../../../src/service/store/migrate.ts';
import { MIGRATIONS } from '../../../../src/service/store/migrations/all-migrations.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import type { Db } from '../../../../src/service/store/schema.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const NEWEST = MIGRATIONS.at(-1)?.number ?? 0;
const SQLITE = { dialect: 'sqlite', label: 'wf.db' } as const;

test('a migrated database has the newest version, and migrating it again changes nothing', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  expect(await readVersion(store.db, 'sqlite')).toBe(NEWEST);
  const before = await readMigrations(store.db);
  await migrate(store.db, SQLITE);
  expect(await readMigrations(store.db)).toEqual(before);
  await expect(requireNewest(store.db, 'wf.db')).resolves.toBeUndefined();
});

test('a database of a newer wf is refused, with both versions', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  await sql`insert into wf_migrations values (${NEWEST + 1}, 'later', '2027-01-01T00:00:00Z')`.execute(store.db);
  const refusal = {
    code: 'WF_DATABASE',
    message: `wf.db was created by a newer wf: its schema is number ${NEWEST + 1}, and this wf knows up to ${NEWEST}.`,
    nextSteps: ['Update wf, or name another database: wf serve --data-dir DIR'],
    details: { applied: NEWEST + 1, known: NEWEST },
  };
  await expect(migrate(store.db, SQLITE)).rejects.toMatchObject(refusal);
  await expect(requireNewest(store.db, 'wf.db')).rejects.toMatchObject(refusal);
});

test('a database of an older wf that can only be read is refused', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  await sql`delete from wf_migrations where number = ${NEWEST}`.execute(store.db);
  await expect(requireNewest(store.db, 'wf.db')).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: 'wf.db is from an older wf, and cannot be updated: it can only be read.',
    nextSteps: ['Run any command of this wf where the file can be written'],
  });
});

test('a migration that fails leaves the database as it was', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  const further = [
    { number: NEWEST + 1, name: 'good', statements: () => ['create table fine (id text)'] },
    { number: NEWEST + 2, name: 'bad', statements: () => ['create table'] },
  ];
  await expect(migrate(store.db, { ...SQLITE, migrations: [...MIGRATIONS, ...further] })).rejects.toThrow(/incomplete/);
  expect(await readVersion(store.db, 'sqlite')).toBe(NEWEST);
  await expect(sql`select * from fine`.execute(store.db)).rejects.toThrow('no such table: fine');
});

async function readMigrations(db: Db) {
  return await db.selectFrom('wf_migrations').selectAll().orderBy('number').execute();
}
