import { expect, test } from 'vitest';
import { createCallCache } from '../../../../src/service/request/call-targets.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import { watchQueries } from '../../../helpers/watch-queries.ts';

/** Counts loads, and answers with their number. */
function counting() {
  let loads = 0;
  return async () => (loads += 1);
}

test('calls at the same time share a read', async () => {
  const cache = createCallCache(async () => 1);
  const load = counting();
  const read = async () => await (await cache.open()).read('key', load);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
});

test('what was being read when the version changed is read again', async () => {
  let version = 1;
  const cache = createCallCache(() => version);
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = (await cache.open()).read('key', () => promise);
  version = 2;
  const next = (await cache.open()).read('key', async () => 'new');
  resolve('old');
  expect([await slow, await next]).toEqual(['old', 'new']);
  expect(await (await cache.open()).read('key', async () => 'newer')).toBe('new');
});

test('failures and null are not cached', async () => {
  const cache = createCallCache(() => 1);
  const { read } = await cache.open();
  await expect(read('key', async () => await Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await read('key', async () => null)).toBeNull();
  expect(await read('key', async () => 'found')).toBe('found');
});

test('a warm call reads its key and its plan from no table', async () => {
  await using world = await openWorld();
  const { running, appId } = world;
  const variant_id = await world.makeVariant();
  const call = () => running.send('POST', `/services/${appId}/default/run`, { body: {}, key: running.keys.viewer });
  await call();
  const queries: string[] = [];
  watchQueries(running.store, ({ sql }) => queries.push(sql));
  expect((await call()).status).toBe(200);
  expect(queries).toEqual([]);
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  queries.length = 0;
  await call();
  expect(queries).not.toEqual([]);
});
