import { testedDatabase } from '../../helpers/tested-database.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, MIGRATIONS } from '../../../src/service/store/migrate.ts';
import { openStore, type OpenStoreOptions, type Store } from '../../../src/service/store/open-store.ts';
import type { Db } from '../../../src/service/store/schema.ts';
import { locateEmptyStore } from '../../helpers/start-service.ts';

const locationIn = (stack: AsyncDisposableStack): Promise<OpenStoreOptions> =>
  locateEmptyStore(testedDatabase(), stack);

const openIn = async (stack: AsyncDisposableStack): Promise<Store> => await openStore(await locationIn(stack));

test('a new database has every migration and one project', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openIn(stack));
  const applied = await store.db.selectFrom('wf_migrations').select('number').orderBy('number').execute();
  expect(applied.map((row) => row.number)).toEqual(MIGRATIONS.map(({ number }) => number));
  expect(await store.db.selectFrom('projects').select('name').execute()).toEqual([{ name: 'default' }]);
});

test('migrating twice changes nothing', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openIn(stack));
  const before = await store.db.selectFrom('wf_migrations').selectAll().execute();
  await migrate(store.db, { dialect: store.dialect, label: 'The database' });
  expect(await store.db.selectFrom('wf_migrations').selectAll().execute()).toEqual(before);
  expect(await store.db.selectFrom('projects').select('name').execute()).toHaveLength(1);
});

test('twenty concurrent first starts create one schema', async () => {
  await using stack = new AsyncDisposableStack();
  const location = await locationIn(stack);
  const stores = await Promise.all(Array.from({ length: 20 }, () => openStore(location)));
  const projects = await stores[0]?.db.selectFrom('projects').select('name').execute();
  await Promise.all(stores.map((store) => store.close()));
  expect(projects).toEqual([{ name: 'default' }]);
});

test('a newer schema is refused by its number', async () => {
  await using stack = new AsyncDisposableStack();
  const location = await locationIn(stack);
  const store = await openStore(location);
  const newer = { number: 999, name: 'from-the-future', applied_at: new Date().toISOString() };
  await store.db.insertInto('wf_migrations').values(newer).execute();
  await store.close();
  await expect(openStore(location)).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringContaining('was created by a newer wf: its schema is number 999'),
  });
});

test('a migration that fails leaves nothing behind', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openIn(stack));
  const half = { number: 999, name: 'half', statements: () => ['create table half (id integer)', 'select nonsense'] };
  const options = { dialect: store.dialect, label: 'The database', migrations: [...MIGRATIONS, half] };
  await expect(migrate(store.db, options)).rejects.toThrow('nonsense');
  await expect(sql`select * from half`.execute(store.db)).rejects.toThrow('half');
  expect(await store.db.selectFrom('wf_migrations').selectAll().execute()).toHaveLength(MIGRATIONS.length);
});

test.each(['transaction', 'passingTransaction'] as const)('a failed %s is rolled back', async (kind) => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openIn(stack));
  const failed = store[kind](async (db) => {
    await db.deleteFrom('projects').execute();
    throw new Error('half way');
  });
  await expect(failed).rejects.toThrow('half way');
  expect(await store.db.selectFrom('projects').select('name').execute()).toHaveLength(1);
});

test('only a passing transaction does not wait for the disk, and it is rolled back on failure', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openIn(stack));
  const setting = store.dialect === 'sqlite' ? 'synchronous' : 'synchronous_commit';
  const read = async (db: Db): Promise<unknown> => {
    const { rows } = await sql`${sql.raw(store.dialect === 'sqlite' ? 'pragma' : 'show')} ${sql.raw(setting)}`.execute(
      db,
    );
    return Object.values(rows[0] ?? {})[0];
  };
  const before = await store.transaction(read);
  expect(await store.passingTransaction(read)).not.toEqual(before);
  expect(await store.transaction(read)).toEqual(before);
  const failing = store.passingTransaction(async (db) => {
    await db.updateTable('projects').set({ name: 'other' }).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await store.db.selectFrom('projects').select('name').execute()).toEqual([{ name: 'default' }]);
  expect(await store.transaction(read)).toEqual(before);
  // Again, for statements that the connection has cached.
  expect(await store.passingTransaction(read)).not.toEqual(before);
});

test('concurrent read-and-write transactions lose no update', async () => {
  await using stack = new AsyncDisposableStack();
  const location = await locationIn(stack);
  const first = stack.use(await openStore(location));
  const second = stack.use(await openStore(location));
  await first.db.updateTable('projects').set({ name: '0' }).execute();
  const increment = (store: Store) =>
    store.transaction(async (db) => {
      const { name } = await db.selectFrom('projects').select('name').executeTakeFirstOrThrow();
      await db
        .updateTable('projects')
        .set({ name: String(Number(name) + 1) })
        .execute();
    });
  await Promise.all([first, first, first, first].map(increment));
  await Promise.all([increment(first), increment(first)]);
  await increment(second);
  expect(await second.db.selectFrom('projects').select('name').execute()).toEqual([{ name: '7' }]);
});

test('text sorts by code point, and bytes are unchanged', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openIn(stack));
  const now = new Date().toISOString();
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  await store.db.insertInto('artifacts').values({ sha256: 'a', size: 256, bytes, created_at: now }).execute();
  const stored = await store.db.selectFrom('artifacts').select('bytes').executeTakeFirstOrThrow();
  expect([...stored.bytes]).toEqual([...bytes]);
  const names = ['b', 'B', 'ä', 'a', '_', '-', 'Z'];
  for (const name of names) {
    await store.db.insertInto('projects').values({ id: name, name, created_at: now }).execute();
  }
  const sorted = await store.db.selectFrom('projects').select('id').where('id', 'in', names).orderBy('id').execute();
  expect(sorted.map((row) => row.id)).toEqual(['-', 'B', 'Z', '_', 'a', 'b', 'ä']);
});
