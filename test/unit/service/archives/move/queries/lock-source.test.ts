import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockSource } from '../../../../../../src/service/archives/move/queries/lock-source.ts';
import type { Store } from '../../../../../../src/service/store/open-store.ts';
import { openTestStore } from '../../../../../helpers/start-service.ts';
import { recordingPostgres } from '../../../../../helpers/recording-postgres.ts';

const TABLES = ['apps', 'app_logs'].map((name) => ({ name, columns: [], key: [], hasBytes: false, fractions: [] }));

/** What is read of a store on PostgreSQL. */
const storeOf = ({ db }: ReturnType<typeof recordingPostgres>) => ({ db, dialect: 'postgres' }) as unknown as Store;

test('on PostgreSQL, others may read but not write while a copy is made, unless it may be in use', async () => {
  const [locked, free] = [recordingPostgres(), recordingPostgres()];
  await lockSource(storeOf(locked), TABLES, false);
  await lockSource(storeOf(free), TABLES, true);
  const begin = ['begin, repeatable read'];
  expect(locked.statements).toEqual([begin, ['lock table "apps", "app_logs" in share mode']]);
  expect(free.statements).toEqual([begin]);
});

test('on SQLite, a transaction sees one state', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openTestStore('sqlite', stack));
  const locked = await lockSource(store, TABLES, false);
  await sql`delete from projects`.execute(locked);
  await locked.rollback().execute();
  expect(await store.db.selectFrom('projects').select('id').execute()).toHaveLength(1);
});
