import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Pruned } from '../../../src/contract/retention/prune.ts';
import { holdPruneLock } from '../../../src/service/retention/queries/prune-lock.ts';
import { startService } from '../../helpers/start-service.ts';
import { testedDatabase } from '../../helpers/tested-database.ts';

test('a replica skips its round of pruning while another one prunes', async () => {
  await using running = await startService({ database: testedDatabase() });
  const rounds: string[] = [];
  await holdPruneLock(running.store, async () => {
    rounds.push('first');
    await holdPruneLock(running.store, async () => void rounds.push('second'));
  });
  await holdPruneLock(running.store, async () => void rounds.push('third'));
  expect(rounds).toEqual(['first', 'third']);
});

test('a prune of the changes of calls is a change that every replica sees', async () => {
  await using running = await startService({ database: testedDatabase() });
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
  await expect.poll(prune).toEqual(['call_changes']);
  expect(await count()).toBeLessThan(10);
  expect(await store.readCallVersion()).not.toBe(version);
});
