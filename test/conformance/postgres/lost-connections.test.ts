import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.ts';
import { createMigratedDatabase } from '../../helpers/postgres.ts';
import { createWorld } from '../../helpers/service-world.ts';
import { startService } from '../../helpers/start-service.ts';

const CONFIG = { config: 'default' };

test.each(['before', 'after'])('a key revoked %s every connection is lost opens nothing any more', async (when) => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createMigratedDatabase(inject('postgresUrl')));
  const running = stack.use(await startService({ database: { at: url } }));
  const { appId, callByAll } = await createWorld(running);
  const key = await callByAll('createKey', { body: { name: 'caller', role: 'viewer' } });
  // Another process, which the service hears nothing from but through the database.
  const other = stack.use(await openStore({ url }));
  const ask = async () => [
    (await running.send('POST', `/services/${appId}/default/run`, { body: CONFIG, key })).status,
    (await running.send('GET', `/apps/${appId}/variants`, { key })).status,
  ];
  expect(await ask()).toEqual([200, 200]);
  const revoke = async () =>
    await other.transaction((db) => db.deleteFrom('keys').where('prefix', '=', key.slice(0, 8)).execute());
  const cut = async () =>
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
  for (const step of when === 'before' ? [revoke, cut] : [cut, revoke]) await step();
  // A call on a connection that was cut may be refused until there is a new one.
  const seen = new Set<number>();
  await expect
    .poll(async () => {
      const statuses = await ask();
      for (const status of statuses) seen.add(status);
      return statuses;
    })
    .toEqual([401, 401]);
  expect([...seen].filter((status) => status !== 401 && status !== 503)).toEqual([]);
});
