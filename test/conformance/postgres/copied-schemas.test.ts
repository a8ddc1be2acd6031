import { writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { KNOWN_SCHEMA, MIGRATIONS, readVersion } from '../../../src/service/store/migrate.ts';
import { createPostgresDialect } from '../../../src/service/store/open-postgres.ts';
import { openStore, type OpenStoreOptions } from '../../../src/service/store/open-store.ts';
import type { Database } from '../../../src/service/store/schema.ts';
import { readSetParameters } from '../../../src/service/variants/queries/revisions.ts';
import { backUp } from '../../../src/use-cases/archives/back-up.ts';
import { moveData } from '../../../src/use-cases/archives/move-data.ts';
import { restoreBackup } from '../../../src/use-cases/archives/restore-backup.ts';
import { createDatabase } from '../../helpers/postgres.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const { signal } = new AbortController();
const onEvent = () => undefined;
/** The last schema of a wf whose variants stored the defaults of the code as well. */
const OLDER = 8;
const NEWER = KNOWN_SCHEMA + 1;

const ROUTE = {
  path: '/',
  config: { type: 'object', properties: { words: { type: 'integer', default: 50 }, model: { type: 'string' } } },
  defaults: { words: 50, model: 'small' },
};

/** The database of services with an older program, which called a variant with one value that somebody set. */
async function createOlder(location: { readonly url: string } | { readonly file: string }): Promise<void> {
  const store = await openStore(location, { isMoving: true, schema: OLDER });
  const { id: project_id } = await store.db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
  const at = '2026-11-27T09:00:00Z';
  const app = { id: 'app-1', project_id, name: 'support', app_type: 'custom', created_at: at, updated_at: at };
  const base = { id: 'base-1', app_id: app.id, name: 'default', created_at: at };
  const code = { ...base, base_id: base.id, sdk_version: '0.1.0', created_by: 'ana', routes: JSON.stringify([ROUTE]) };
  const { name: _, ...deployment } = { ...code, id: 'deployment-1' };
  const names = { name: 'default', config_name: 'default', modified_by_id: 'ana', updated_at: at };
  const variant = { ...names, id: 'variant-1', app_id: app.id, base_id: base.id, created_at: at };
  const revision = { id: 'revision-1', variant_id: variant.id, revision: 1, modified_by: 'ana', created_at: at };
  const parameters = JSON.stringify({ words: 80, model: 'small' });
  const rows = { apps: app, bases: base, deployments: deployment, variants: variant };
  for (const [table, row] of Object.entries({ ...rows, variant_revisions: { ...revision, parameters } })) {
    const [columns, values] = [Object.keys(row).map((name) => sql.ref(name)), sql.join(Object.values(row))];
    // Its columns are not those of today.
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${values})`.execute(store.db);
  }
  await store.close();
}

/** What somebody set, as this program reads it. */
async function readSet(location: OpenStoreOptions): Promise<unknown> {
  await using store = await openStore(location);
  expect(await readVersion(store.db, store.dialect)).toBe(KNOWN_SCHEMA);
  return await readSetParameters(store.db, 'revision-1');
}

async function versionOf(url: string): Promise<number> {
  const db = new Kysely<Database>({ dialect: (await createPostgresDialect(url)).dialect });
  try {
    return await readVersion(db, 'postgres');
  } finally {
    await db.destroy();
  }
}

function versionIn(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare('select max(number) as number from wf_migrations').get()?.['number'];
  } finally {
    db.close();
  }
}

test('a newer program backs PostgreSQL up and moves it as it is, and restores what it copied', async () => {
  await using database = await createDatabase(inject('postgresUrl'));
  await using folder = await tempFolder();
  await createOlder(database);
  const [file, moved] = [folder.path('backup.db'), folder.path('moved.db')];
  await backUp({ dataDir: folder.root, databaseUrl: database.url, file, signal });
  const from = { dataDir: folder.root, databaseUrl: database.url, folder: folder.root };
  await moveData({ ...from, to: `sqlite:${moved}`, onEvent, signal });
  expect(await versionOf(database.url)).toBe(OLDER);
  expect([versionIn(file), versionIn(moved)]).toEqual([OLDER, OLDER]);

  await using restored = await createDatabase(inject('postgresUrl'));
  const now = () => new Date('2026-11-27T12:00:00Z');
  await restoreBackup({ file, dataDir: folder.root, databaseUrl: restored.url, now, signal, given: undefined });
  for (const location of [{ url: restored.url }, { file: moved }])
    expect(await readSet(location)).toEqual({ words: 80 });
});

test('a move leaves the schema of the SQLite database that it reads', async () => {
  await using database = await createDatabase(inject('postgresUrl'));
  await using folder = await tempFolder();
  await createOlder({ file: folder.path('wf.db') });
  const from = { dataDir: folder.root, databaseUrl: null, folder: folder.root };
  await moveData({ ...from, to: database.url, onEvent, signal });
  expect([versionIn(folder.path('wf.db')), await versionOf(database.url)]).toEqual([OLDER, OLDER]);
  expect(await readSet({ url: database.url })).toEqual({ words: 80 });
  // A target that a newer program already uses takes no older rows.
  await using other = await createDatabase(inject('postgresUrl'));
  await (await openStore({ url: other.url })).close();
  await expect(moveData({ ...from, to: other.url, onEvent, signal })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringContaining(`has the schema number ${KNOWN_SCHEMA}, and what is moved into it the older`),
  });
});

test('an older program refuses a newer database, changes nothing, and says which program to use', async () => {
  await using database = await createDatabase(inject('postgresUrl'));
  await using folder = await tempFolder();
  for (const location of [{ url: database.url }, { file: folder.path('wf.db') }]) {
    await using store = await openStore(location);
    const newer = { number: NEWER, name: 'later', applied_at: '2026-11-27T09:00:00Z' };
    await store.db.insertInto('wf_migrations').values(newer).execute();
  }
  const refused = {
    code: 'WF_DATABASE',
    message: expect.stringContaining(`belongs to a newer wf: its schema is number ${NEWER}`),
    nextSteps: [expect.stringContaining('with the wf of the service that uses it')],
  };
  for (const databaseUrl of [database.url, null]) {
    const from = { dataDir: folder.root, databaseUrl };
    await expect(backUp({ ...from, file: folder.path('b.db'), signal })).rejects.toMatchObject(refused);
    const to = databaseUrl === null ? database.url : `sqlite:${folder.path('moved.db')}`;
    await expect(moveData({ ...from, to, folder: folder.root, onEvent, signal })).rejects.toMatchObject(refused);
  }
  expect([MIGRATIONS.length, await versionOf(database.url)]).toEqual([KNOWN_SCHEMA, NEWER]);
});

test('a damaged database is named as such, with what to do', async () => {
  await using folder = await tempFolder();
  const location = { dataDir: folder.root, databaseUrl: null };
  const steps = ['Restore the last backup into a new folder: wf restore BACKUP --data-dir DIR'];
  await writeFile(folder.path('wf.db'), 'not a database, but of some length '.repeat(200));
  const back = backUp({ ...location, file: folder.path('b.db'), signal });
  await expect(back).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringMatching(/damaged/),
    nextSteps: steps,
  });
});
