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

/** Stores this many spans, a second apart from 1970 on; their ids are their numbers. */
async function storeSpans({ running }: World, count: number): Promise<void> {
  const spans = Array.from({ length: count }, (_, index) => ({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: String(index + 1).padStart(16, '0'),
    startTimeUnixNano: String((index + 1) * 1_000_000_000),
  }));
  const body = { resourceSpans: [{ scopeSpans: [{ spans }] }] };
  expect((await running.send('POST', OTLP, { body })).status).toBe(200);
}

test('are listed fifty to a page', async () => {
  await using world = await openWorld();
  await storeSpans(world, 51);
  const ids = async (query = '') => (await list(world, query)).spans.map(({ context }) => Number(context.span_id));
  const all = Array.from({ length: 51 }, (_, index) => 51 - index);
  expect(await ids()).toEqual(all.slice(0, 50));
  expect(await ids('?page=2')).toEqual([1]);
  expect(await ids('?page=3&size=10')).toEqual(all.slice(20, 30));
});

test('are filtered from a time on, and before another', async () => {
  await using world = await openWorld();
  await storeSpans(world, 3);
  const found = async (query: string) => {
    const { count, spans } = await list(world, query);
    return [count, spans.map(({ context }) => Number(context.span_id))];
  };
  expect(await found('?oldest=1970-01-01T01:00:02%2B01:00')).toEqual([2, [3, 2]]);
  expect(await found('?newest=1970-01-01T00:00:02Z')).toEqual([1, [1]]);
  expect(await found('?oldest=1970-01-01T00:00:02Z&newest=1970-01-01T00:00:02.001Z')).toEqual([1, [2]]);
});

test('a deletion is logged with the number of spans, each of which counts once', async () => {
  await using world = await openWorld();
  await storeSpans(world, 3);
  const [first, last] = ['0000000000000001', '0000000000000003'];
  const query = `node_id=${first}&node_ids=${last}&node_ids=${first}`;
  expect((await world.running.send('DELETE', `${SPANS}?${query}`)).status).toBe(200);
  const [entry] = await world.call('listAuditEntries', { tail: 1 });
  expect([entry?.kind, entry?.summary, (await list(world)).count]).toEqual(['trace', '2 spans deleted', 1]);
});
