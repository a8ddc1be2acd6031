import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../../src/service/store/schema.ts';
import { requireVariantNamed } from '../../../../src/service/variants/queries/variants.ts';
import { openWorld } from '../../../helpers/open-world.ts';

/** Calls back with each query that is sent to a database. */
function watchQueries(db: Db, onQuery: (query: CompiledQuery) => void): void {
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  Object.assign(executor, {
    executeQuery: async (...given: Parameters<typeof execute>) => {
      onQuery(given[0]);
      return await execute(...given);
    },
  });
}

test('a warm call reads its key and its plan from no table', async () => {
  await using world = await openWorld();
  const { running, appId } = world;
  const call = () => running.send('POST', `/services/${appId}/default/run`, { body: {}, key: running.keys.viewer });
  await call();
  const queries: string[] = [];
  for (const db of [running.store.db, running.store.reads]) watchQueries(db, (query) => queries.push(query.sql));
  expect((await call()).status).toBe(200);
  expect(queries).toEqual([]);
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id: world.variantId } });
  queries.length = 0;
  await call();
  expect(queries).not.toEqual([]);
});

test('a variant is found by an index for each kind of name', async () => {
  await using world = await openWorld();
  const { store } = world.running;
  const queries: CompiledQuery[] = [];
  watchQueries(store.db, (query) => queries.push(query));
  await requireVariantNamed(store.db, world.appId, 'default');
  const [query] = queries.splice(0);
  const { rows } = await store.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query?.sql}`, [...(query?.parameters ?? [])]),
  );
  const steps = rows.map(({ detail }) => detail);
  expect(steps.filter((step) => step.startsWith('SEARCH variants'))).toEqual([
    expect.stringContaining('(id=?)'),
    expect.stringContaining('(app_id=? AND name=?)'),
    expect.stringContaining('(app_id=? AND config_name=?)'),
    expect.stringContaining('(id=?)'),
  ]);
  expect(steps.filter((step) => /^SCAN (?!named|\(subquery)/.test(step))).toEqual([]);
});
