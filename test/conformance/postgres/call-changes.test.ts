import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Pruned } from '../../../src/contract/retention/retention.ts';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { holdPruneLock } from '../../../src/service/retention/queries/rules.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { createMigratedDatabase } from '../../helpers/postgres.ts';
import { createWorld } from '../../helpers/service-world.ts';
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

test('the version of calls changes once another process has committed what concerns them, for all who ask at once', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createMigratedDatabase(inject('postgresUrl')));
  const running = stack.use(await startService({ database: { at: url } }));
  const { appId } = await createWorld(running);
  const other = stack.use(await openStore({ url }));
  const read = running.store.readCallVersion;
  const before = await read();
  await appendLogs(other.db, appId, [{ at: new Date().toISOString(), stream: 'stdout', text: 'hello' }], new Date());
  const rename = async (name: string, isUndone: boolean) =>
    await other.transaction(async (db) => {
      await db.updateTable('apps').set({ name }).execute();
      expect(await read()).toBe(before);
      if (isUndone) throw new Error('undone');
    });
  await expect(rename('undone', true)).rejects.toThrow('undone');
  expect(await read()).toBe(before);
  await rename('renamed', false);
  const [first, ...others] = await Promise.all([read(), read(), read()]);
  expect(first).not.toBe(before);
  expect(others).toEqual([first, first]);
});
