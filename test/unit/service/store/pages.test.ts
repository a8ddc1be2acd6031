import { expect, test } from 'vitest';
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

test.each(['i', 7, ['n'], ['n', 7], [7, 'i'], ['n', 'i', 'x'], null])(
  'a cursor with %j is none of a sorted list',
  async (key) => {
    await using running = await withApps(1);
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    const response = await running.send('GET', `/testsets?sort=name&cursor=${cursor}`);
    expect([response.status, await response.json()]).toEqual([
      422,
      { detail: [{ loc: ['query', 'cursor'], msg: 'Input should be a cursor of this list', type: 'cursor' }] },
    ]);
  },
);
