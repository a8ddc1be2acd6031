import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import type { Pruned } from '../../src/contract/retention/prune.ts';
import { testCleaner, testPruneLock } from '../helpers/suites/cleaner.ts';
import { testKeepRules } from '../helpers/suites/keep-rules.ts';
import { testPrunedRecords, testRetention } from '../helpers/suites/retention.ts';
import { startService } from '../helpers/start-service.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

const database = () => ({ adminUrl: inject('postgresUrl') });

describe('stored data on PostgreSQL', () => testRetention(database));
describe('a cleaner on PostgreSQL', () => {
  testCleaner(database);
  testPruneLock(database);
});
describeOnPostgres('pruned records', testPrunedRecords);
describeOnPostgres('rules of retention', testKeepRules);

test('a prune of the changes of calls is a change that every replica sees', async () => {
  await using running = await startService({ database: database() });
  const { store } = running;
  const count = async () => (await store.db.selectFrom('call_changes').selectAll().execute()).length;
  await sql`insert into call_changes (xid) select pg_current_xact_id() from generate_series(1, 1200)`.execute(store.db);
  const version = await store.readCallVersion();
  expect(await store.readCallVersion()).toBe(version);
  // Not read before the prune: its row goes with the others.
  await running.send('POST', '/apps', { body: { app_name: 'support' } });
  const prune = async () => {
    const response = await running.send('POST', '/prune', { body: { older_than_seconds: 86_400 } });
    return ((await response.json()) as Pruned).kinds.map(({ kind }) => kind);
  };
  // Changes stay while a transaction of any database of the server is older than they are, as one of another test may be.
  await expect.poll(prune, { timeout: 15_000, interval: 100 }).toEqual(['call_changes']);
  expect(await count()).toBeLessThan(10);
  expect(await store.readCallVersion()).not.toBe(version);
});
