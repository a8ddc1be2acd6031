import { expect, test } from 'vitest';
import { openWorld } from '../../../helpers/open-world.ts';
import { watchQueries } from '../../../helpers/watch-queries.ts';

// Queries of one request at the same time would use up the connections to PostgreSQL.
test('the configurations of an app take as many queries as one of them', async () => {
  await using world = await openWorld();
  const application_ref = { slug: 'support' };
  const queries: string[] = [];
  watchQueries(world.running.store, ({ sql }) => queries.push(sql));
  const count = async (list: () => Promise<readonly unknown[]>) => {
    queries.length = 0;
    return [(await list()).length, queries.length];
  };
  const listed = () => count(() => world.call('listConfigs', { body: { application_ref } }));
  const variant_ref = { slug: 'default' };
  const history = () => count(() => world.call('listConfigHistory', { body: { variant_ref, application_ref } }));
  const [[one, few], [first, asked]] = [await listed(), await history()];
  await world.makeVariant();
  await world.makeVariant();
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 60 } } });
  expect([one, first, await listed(), await history()]).toEqual([1, 1, [3, few], [2, asked]]);
});
