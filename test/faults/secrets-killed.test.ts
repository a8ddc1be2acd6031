import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerOf } from '../../src/service/environments/app-variables.ts';
import { createKeyRing } from '../../src/service/secrets/create-key-ring.ts';
import { createSecretBox } from '../../src/service/secrets/create-secret-box.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { createDatabase } from '../helpers/postgres.ts';
import { type PostgresServer, startPostgresServer } from '../helpers/postgres-server.ts';
import { runEnding } from '../helpers/run-ending.ts';
import { runWf } from '../helpers/run-wf.ts';
import type { DatabasePlace } from '../helpers/tested-database.ts';
import { openSealed } from '../helpers/open-sealed.ts';

/** Sealed values: several pages, which are stored one by one. */
const VALUES = 450;

/** Where a rotation is killed, and how many keys seal the values then. */
const STEPS = [
  // The file has the new key, of which the database knows nothing.
  { at: 'insert into "sealing_key"', after: 1, keys: 1 },
  // The database names it, and nothing is sealed with it.
  { at: 'update "app_variables"', after: 1, keys: 1 },
  // Within the third page.
  { at: 'update "app_variables"', after: 250, keys: 2 },
  // All is sealed with it, and nothing has been said.
  { at: 'from "webhooks"', after: 1, keys: 1 },
];

let postgres: PostgresServer;
const databases = new AsyncDisposableStack();

beforeAll(async () => {
  postgres = await startPostgresServer();
});

afterAll(async () => {
  await databases.disposeAsync();
  await postgres[Symbol.asyncDispose]();
});

const PLACES: Readonly<Record<string, (folder: string) => Promise<DatabasePlace>>> = {
  SQLite: async (dataDir) => ({ at: `${dataDir}/wf.db`, dataDir, databaseUrl: null }),
  PostgreSQL: async (dataDir) => {
    const { url } = databases.use(await createDatabase(postgres.url));
    return { at: url, dataDir, databaseUrl: url };
  },
};

describe.each(Object.entries(PLACES))('on %s', (_, newPlace) => {
  test('a rotation that SIGKILL ends after any step is continued, and the service opens every secret meanwhile', async () => {
    await using world = await openFilled(newPlace);
    const { place, values, expected } = world;
    const words = ['keys', 'rotate-secret', '--yes', '--json', ...flagsOf(place)];
    const readKeys = async () => (await readFile(`${place.dataDir}/secret.key`, 'utf8')).trim().split('\n');
    for (const { at, after, keys } of STEPS) {
      const killed = await runEnding(words, place.dataDir, { at, after });
      expect([at, after, killed.exitCode, new Set(await keysOf(values)).size]).toEqual([at, after, null, keys]);
      // The next run continues with the same new key.
      expect([(await readKeys()).length, await world.opened()]).toEqual([2, expected]);
      expect((await world.running.send('GET', '/health/ready')).status).toBe(200);
    }
    const again = await runWf(words, { cwd: place.dataDir });
    expect([again.exitCode, again.stderr]).toEqual([0, '']);
    const { key } = JSON.parse(again.stdout) as { key: string };
    expect([new Set(await keysOf(values)), await world.opened()]).toEqual([new Set([key]), expected]);
  });

  test('a restore that SIGKILL ends leaves nothing to use, and the next one restores all', async () => {
    await using world = await openFilled(newPlace);
    const { folder, running } = world;
    const { db } = running.store;
    // What a restore must revoke: a machine's own key.
    const local = { name: 'local', sealed: null, session_of: null };
    const [some] = await db.selectFrom('keys').selectAll().where('role', '=', 'operator').execute();
    if (some === undefined) throw new Error('The service has an operator.');
    await db
      .insertInto('keys')
      .values({ ...some, ...local, session_of: some.id, id: 'session', prefix: 'SESSION1' })
      .execute();
    const file = folder.path('backup.db');
    const backup = await runWf(['backup', file, ...flagsOf(world.place).slice(-2)], { cwd: folder.root });
    expect(backup).toMatchObject({ exitCode: 0 });
    await mkdir(folder.path('again'), { mode: 0o700 });
    await copyFile(folder.path('secret.key'), folder.path('again/secret.key'));
    const target = await newPlace(folder.path('again'));
    const words = ['restore', file, '--json', ...flagsOf(target)];
    // While it copies rows, and before the file gets its name.
    const at = target.databaseUrl === null ? 'delete from "keys"' : 'copy app_variables';
    expect((await runEnding(words, folder.root, { at })).exitCode).toBeNull();
    // Half a database is none: nothing opens it.
    if (target.databaseUrl === null) expect(existsSync(target.at)).toBe(false);
    const served = await runWf(['serve', '--migrate', ...flagsOf(target)], { cwd: folder.root });
    expect([served.exitCode, served.stderr]).toEqual([1, expect.stringContaining('has not finished')]);
    expect(served.stderr).toContain('wf restore');
    const again = await runWf(words, { cwd: folder.root });
    expect([again.stderr, again.exitCode]).toEqual(['', 0]);
    expect(JSON.parse(again.stdout)).toMatchObject({ revoked: { sessions: 1 } });
    await using store = await openStore(target.databaseUrl === null ? { file: target.at } : { url: target.at });
    const variables = await store.db.selectFrom('app_variables').select('name').execute();
    expect(variables).toHaveLength(VALUES + 1);
    const sessions = await store.db.selectFrom('keys').select('id').where('session_of', 'is not', null).execute();
    expect(sessions).toEqual([]);
    if (target.databaseUrl === null) {
      expect(['', '-wal', '-shm'].filter((rest) => existsSync(`${target.at}.restoring${rest}`))).toEqual([]);
    }
  });
});

function flagsOf({ dataDir, databaseUrl }: DatabasePlace): string[] {
  return ['--data-dir', dataDir, ...(databaseUrl === null ? [] : ['--database-url', databaseUrl])];
}

/** A running service with many sealed variables. */
async function openFilled(newPlace: (folder: string) => Promise<DatabasePlace>) {
  let place: DatabasePlace | undefined;
  const world = await openSealed(async (folder) => (place = await newPlace(folder)));
  if (place === undefined) throw new Error('The world asks for its place.');
  const { store } = world.running;
  const file = world.folder.path('secret.key');
  const secrets = createSecretBox(createKeyRing({ file, given: undefined, readExpected: async () => null }));
  const [first] = await store.db.selectFrom('app_variables').selectAll().execute();
  if (first === undefined) throw new Error('The world has a variable.');
  const names = Array.from({ length: VALUES }, (_, index) => `V${index}`);
  const rows = await Promise.all(
    names.map(async (name) => ({
      ...first,
      name,
      sealed: await secrets.seal(`sk-${name}`, ownerOf(first.app_id, name)),
    })),
  );
  await store.transaction(async (db) => {
    for (let at = 0; at < rows.length; at += 1000) {
      await db
        .insertInto('app_variables')
        .values(rows.slice(at, at + 1000))
        .execute();
    }
  });
  const expected = Object.fromEntries([['A', 'sk-1'], ...names.map((name) => [name, `sk-${name}`])]);
  return { ...world, place, expected, values: store };
}

/** Lists the keys that variables are sealed with. */
async function keysOf({ db }: Store): Promise<string[]> {
  const rows = await db.selectFrom('app_variables').select('sealed').execute();
  return [...new Set(rows.map(({ sealed }) => sealed.split('.')[1] ?? ''))];
}
