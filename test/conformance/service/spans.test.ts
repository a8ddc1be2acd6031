import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { SpanPage } from '../../../src/contract/traces/span.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';

const OTLP = '/observability/v1/otlp/traces';
const SPANS = '/observability/v1/traces';
const REQUEST = await readFile('test/fixtures/otlp/request.pb');

const list = async ({ running }: World, query = ''): Promise<SpanPage> =>
  (await (await running.send('GET', `${SPANS}${query}`)).json()) as SpanPage;

test('are stored once, and listed newest first', async () => {
  await using world = await openWorld();
  const { running } = world;
  for (const body of [REQUEST, gzipSync(REQUEST), new Uint8Array()]) {
    expect((await running.send('POST', `/api${OTLP}`, { body, key: running.keys.author })).status).toBe(200);
  }
  const page = await list(world);
  expect([page.count, page.spans.map(({ name }) => name)]).toEqual([2, ['chat gpt-4o-mini', 'POST /run']]);
  expect((await list(world, '?size=1&page=2')).spans.map(({ name }) => name)).toEqual(['POST /run']);
  const since = '?oldest=2025-11-23T10:00:00.150%2B01:00&newest=2025-11-23T09:00:01Z';
  expect((await list(world, since)).spans.map(({ name }) => name)).toEqual(['chat gpt-4o-mini']);
  const audit = await world.call('listAuditEntries', {});
  expect(audit.filter(({ kind }) => kind === 'trace')).toEqual([]);
});

test('are deleted by id, all of them or none', async () => {
  await using world = await openWorld();
  const { running } = world;
  await running.send('POST', OTLP, { body: REQUEST });
  const unknown = await running.send('DELETE', `${SPANS}?node_ids=00f067aa0ba902b7&node_ids=0000000000000001`);
  expect([unknown.status, (await list(world)).count]).toEqual([404, 2]);
  expect((await running.send('DELETE', SPANS)).status).toBe(422);
  const deleted = await seen(await running.send('DELETE', `${SPANS}?node_ids=00f067aa0ba902b7`));
  expect([deleted, (await list(world)).count]).toEqual([[200, { version: '1.0.0', status: 'deleted' }], 1]);
});

test('filters that are not offered are refused, not ignored', async () => {
  await using world = await openWorld();
  for (const query of ['filtering=%7B%7D', 'format=agenta', 'focus=tree', 'next=a', 'oldest=yesterday']) {
    expect((await world.running.send('GET', `${SPANS}?${query}`)).status).toBe(422);
  }
});

test('a request that is neither protobuf nor JSON stores nothing', async () => {
  await using world = await openWorld();
  const refused = await seen(await world.running.send('POST', OTLP, { body: 'hello' }));
  expect(refused).toEqual([422, { detail: [expect.objectContaining({ loc: ['body'] })] }]);
  expect((await list(world)).count).toBe(0);
});
