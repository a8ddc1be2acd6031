import type { RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import {
  beginsWith,
  encodeCursor,
  inOrder,
  isInPage,
  joinStart,
  keyIn,
  readIdStart,
  readNumberStart,
  readSortedStart,
  rowsToRead,
  splitStart,
  toPage,
} from '../../../../src/service/store/page.ts';
import { recordingPostgres } from '../../../helpers/recording-postgres.ts';
import { type RunningService, startService } from '../../../helpers/start-service.ts';

async function withApps(count: number): Promise<RunningService> {
  const running = await startService();
  for (let index = 0; index < count; index += 1) {
    await running.send('POST', '/apps', { body: { app_name: `app-${index}` } });
  }
  return running;
}

/** Follows `Link` from page to page, as a client does. */
async function readPages(running: RunningService, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  let url: URL | null = new URL(path, running.baseUrl);
  while (url !== null) {
    const response: Response = await running.send('GET', `${url.pathname}${url.search}`);
    const records = (await response.json()) as { app_name?: string; name?: string }[];
    pages.push(records.map((record) => record.app_name ?? record.name ?? ''));
    const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    url = next === undefined ? null : new URL(next, url);
  }
  return pages;
}

test('a list without a limit is complete and oldest first', async () => {
  await using running = await withApps(3);
  expect(await readPages(running, '/apps')).toEqual([['app-0', 'app-1', 'app-2']]);
});

test('Link leads through all pages, and the last has none', async () => {
  await using running = await withApps(5);
  expect(await readPages(running, '/apps?limit=2')).toEqual([['app-0', 'app-1'], ['app-2', 'app-3'], ['app-4']]);
  expect(await readPages(running, '/apps?limit=5')).toHaveLength(1);
});

test('deletions between two pages shift nothing', async () => {
  await using running = await withApps(4);
  const first = await running.send('GET', '/apps?limit=2');
  const [oldest] = (await first.json()) as { app_id: string }[];
  await running.send('DELETE', `/apps/${oldest?.app_id}`);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await running.send('GET', `/apps${next}`);
  expect(((await second.json()) as { app_name: string }[]).map((app) => app.app_name)).toEqual(['app-2', 'app-3']);
});

test('environments keep their order across pages', async () => {
  await using running = await withApps(1);
  const [app] = (await (await running.send('GET', '/apps')).json()) as { app_id: string }[];
  const pages = await readPages(running, `/apps/${app?.app_id}/environments?limit=1`);
  expect(pages).toEqual([['development'], ['staging'], ['production']]);
});

test.each([
  ['nonsense', 'cursor'],
  ['bnVsbA', 'cursor'],
  ['MTI', 'cursor'],
  // Not even the characters of a cursor.
  ['', 'invalid_format'],
  ['!', 'invalid_format'],
])('the made-up cursor %j is refused', async (cursor, type) => {
  await using running = await withApps(1);
  const response = await running.send('GET', `/apps?cursor=${encodeURIComponent(cursor)}`);
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({
    detail: [{ loc: ['query', 'cursor'], msg: 'Input should be a cursor of this list', type }],
  });
});

test.each([
  { order: 'asc', column: null, after: null },
  { order: 'desc', column: 'variants.name', after: ['a name', 'an id'] },
] as const)('a start is the same after it was split for a defined query: %j', (start) => {
  const { shape, values } = splitStart(start);
  expect(joinStart(shape, values)).toEqual(start);
  expect(shape).toEqual({ order: start.order, column: start.column, isFirst: start.after === null });
});

const decode = (cursor: string | null) => JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as unknown;

test.each([
  [undefined, 'abc', null],
  [4, 'abc', null],
  [3, 'abc', null],
  [2, 'ab', 'b'],
])('of three rows, a page of %s has %s', (limit, shown, next) => {
  const page = toPage(
    ['a', 'b', 'c'],
    { limit },
    (row) => row,
    (row) => row,
  );
  expect([page.items.join(''), page.next === null ? null : decode(page.next)]).toEqual([shown, next]);
});

test('one row more than a page is read', () => {
  expect([rowsToRead({ limit: 10 }), rowsToRead({})]).toEqual([11, Number.MAX_SAFE_INTEGER]);
});

const invalid = expect.objectContaining({
  code: 'WF_INVALID_INPUT',
  message: 'The cursor does not belong to this list.',
  details: [{ loc: ['query', 'cursor'], msg: 'Input should be a cursor of this list', type: 'cursor' }],
});

test('a list of ids or numbers begins at either end, or at its cursor', () => {
  expect([readIdStart({}), readIdStart({ order: 'desc' })]).toEqual([
    { order: 'asc', isBehind: '>', key: '' },
    { order: 'desc', isBehind: '<', key: '~' },
  ]);
  expect([readNumberStart({}), readNumberStart({ order: 'desc' })]).toEqual([
    { order: 'asc', isBehind: '>', key: -1 },
    { order: 'desc', isBehind: '<', key: 2_147_483_647 },
  ]);
  expect(readIdStart({ cursor: encodeCursor('a'), order: 'desc' })).toEqual({ order: 'desc', isBehind: '<', key: 'a' });
  expect(readNumberStart({ cursor: encodeCursor(7) })).toEqual({ order: 'asc', isBehind: '>', key: 7 });
  expect(() => readIdStart({ cursor: encodeCursor(7) })).toThrow(invalid);
  expect(() => readNumberStart({ cursor: encodeCursor('a') })).toThrow(invalid);
});

const COLUMNS = { name: 'apps.name' };

test.each([
  [{}, { order: 'asc', column: null, after: null }],
  [{ cursor: encodeCursor('i') }, { order: 'asc', column: null, after: ['', 'i'] }],
  [{ sort: 'size', order: 'desc' } as const, { order: 'desc', column: null, after: null }],
  [{ sort: 'name' }, { order: 'asc', column: 'apps.name', after: null }],
  [
    { sort: 'name', order: 'desc', cursor: encodeCursor(['n', 'i']) } as const,
    { order: 'desc', column: 'apps.name', after: ['n', 'i'] },
  ],
])('a sorted list with %j begins at %j', (paging, start) => {
  expect(readSortedStart(paging, COLUMNS)).toEqual(start);
});

test.each(['i', 7, ['n'], ['n', 7], [7, 'i'], ['n', 'i', 'x'], null])('%j is no cursor of a sorted list', (key) => {
  const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
  expect(() => readSortedStart({ sort: 'name', cursor }, COLUMNS)).toThrow(invalid);
});

test('the key of a sorted list is its value and id', () => {
  const row = { id: 'i', name: 'n', size: 3 };
  const keyOf = (column: string | null, names?: Record<string, keyof typeof row>) =>
    keyIn<typeof row>({ order: 'asc', column, after: null }, 'id', names)(row);
  expect([keyOf(null), keyOf('size'), keyOf('apps.name', { 'apps.name': 'name' })]).toEqual([
    'i',
    ['3', 'i'],
    ['n', 'i'],
  ]);
});

const sqlOf = (part: RawBuilder<unknown>) => {
  const { sql, parameters } = part.compile(recordingPostgres().db);
  return [sql, ...parameters];
};

test.each([
  ['asc', null, null, '1 = 1', 'id" asc'],
  ['desc', 'apps.name', null, '1 = 1', 'apps"."name" desc, "id" desc'],
  ['asc', null, ['', 'i'], '"id" > $1', 'id" asc'],
  ['desc', null, ['', 'i'], '"id" < $1', 'id" desc'],
  ['asc', 'apps.name', ['n', 'i'], '("apps"."name", "id") > ($1, $2)', 'apps"."name" asc, "id" asc'],
  ['desc', 'apps.name', ['n', 'i'], '("apps"."name", "id") < ($1, $2)', 'apps"."name" desc, "id" desc'],
] as const)('a page %s by %s after %j is %s', (order, column, after, condition, ordered) => {
  const start = { order, column, after };
  const values = after === null ? [] : column === null ? [after[1]] : after;
  expect(sqlOf(isInPage(start, 'id'))).toEqual([condition, ...values]);
  expect(sqlOf(inOrder(start, 'id'))).toEqual([`"${ordered}`]);
});

test('a prefix is two bounds', () => {
  expect(sqlOf(beginsWith('id', 'ab'))).toEqual(['"id" >= $1 and "id" < $2', 'ab', 'ab~']);
  expect(sqlOf(beginsWith('id'))).toEqual(['"id" >= $1 and "id" < $2', '', '~']);
});
