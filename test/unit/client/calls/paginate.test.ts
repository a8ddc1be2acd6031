import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';

interface Page {
  readonly names: readonly string[];
  readonly link?: string;
}

function serving(pages: Readonly<Record<string, Page>>) {
  const asked: string[] = [];
  const transport = inProcessTransport(async (request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    asked.push(pathname + search);
    const { names, link } = pages[searchParams.get('cursor') ?? ''] ?? { names: [] };
    const apps = names.map((app_name) => ({ app_id: app_name, app_name }));
    return Response.json(apps, link === undefined ? {} : { headers: { link } });
  });
  return { asked, client: createClient({ transport, baseUrl: 'http://host/api' }) };
}

async function names(pages: Readonly<Record<string, Page>>, input = {}) {
  const { client, asked } = serving(pages);
  const found: string[] = [];
  for await (const app of client.paginate('listApps', input)) found.push(app.app_name);
  return { found, asked };
}

describe('paginate', () => {
  test('follows the link to the next page, keeping the filter', async () => {
    const { found, asked } = await names(
      {
        '': { names: ['a', 'b'], link: '</api/apps?limit=2&cursor=p2>; rel="next"' },
        p2: { names: ['c'], link: '<http://elsewhere/apps?cursor=p3>; title="x"; rel=next, </api/apps>; rel="first"' },
        p3: { names: ['d'] },
      },
      { limit: 2, app_name: 'x' },
    );
    expect(found).toEqual(['a', 'b', 'c', 'd']);
    expect(asked).toEqual([
      '/api/apps?app_name=x',
      '/api/apps?app_name=x&limit=2&cursor=p2',
      '/api/apps?app_name=x&cursor=p3',
    ]);
  });

  test('reads the whole list if there are no pages', async () => {
    const { found, asked } = await names({ '': { names: ['a', 'b'], link: '</api/apps?cursor=p>; rel="prev"' } });
    expect([found, asked]).toEqual([['a', 'b'], ['/api/apps']]);
  });

  test('reports the number of records, if a service of wf says it', async () => {
    const totals: unknown[] = [];
    const ours = ['7', '0', null, 'many'].map((total) => ({
      'wf-version': '1',
      ...(total !== null && { 'wf-total-count': total }),
    }));
    for (const headers of [...ours, { 'wf-total-count': '8' }]) {
      const transport = inProcessTransport(async () => Response.json([], { headers }));
      const client = createClient({ transport, baseUrl: 'http://host' });
      const onTotal = (total: number) => void totals.push(total);
      for await (const app of client.paginate('listApps', {}, { onTotal })) expect.fail(app.app_name);
    }
    expect(totals).toEqual([7, 0]);
  });

  test('requests no further page when the reader stops', async () => {
    const { client, asked } = serving({ '': { names: ['a', 'b'], link: '<?cursor=p2>; rel="next"' } });
    for await (const app of client.paginate('listApps', {})) if (app.app_name === 'b') break;
    expect(asked).toHaveLength(1);
  });

  test('rejects new links to the same page for ever', async () => {
    let pages = 0;
    const transport = inProcessTransport(async () => {
      pages += 1;
      const link = `<?cursor=${pages}>; rel="next"`;
      return Response.json([{ app_id: 'a', app_name: 'a' }], { headers: { link } });
    });
    const client = createClient({ transport, baseUrl: 'http://host' });
    await expect(client.listApps()).rejects.toThrow(
      expect.objectContaining({ message: 'The pages of GET /apps are circular: a page links back to an earlier one.' }),
    );
    expect(pages).toBe(2);
  });

  test('rejects new pages for ever', async () => {
    let pages = 0;
    const transport = inProcessTransport(async () => {
      pages += 1;
      const link = `<?cursor=${pages}>; rel="next"`;
      return Response.json([{ app_id: `${pages}`, app_name: 'a' }], { headers: { link } });
    });
    const client = createClient({ transport, baseUrl: 'http://host' });
    await expect(client.listApps()).rejects.toThrow(
      expect.objectContaining({ message: 'The pages of GET /apps do not end.' }),
    );
    expect(pages).toBe(10_002);
  });

  test('pages that begin with different records are not circular', async () => {
    const next = (cursor: string) => `<?cursor=${cursor}>; rel="next"`;
    const { found } = await names({
      '': { names: ['a', 'z'], link: next('p2') },
      p2: { names: ['b', 'z'], link: next('p3') },
      p3: { names: ['c'], link: next('p4') },
      p4: { names: ['d'] },
    });
    expect(found).toEqual(['a', 'z', 'b', 'z', 'c', 'd']);
  });

  test('a bad page is reported with its request', async () => {
    const headers = { link: '<?cursor=1>; rel="next"', 'x-request-id': 'r-1' };
    const transport = inProcessTransport(async () => Response.json([], { headers }));
    await expect(createClient({ transport, baseUrl: 'http://host' }).listApps()).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      status: 200,
      requestId: 'r-1',
    });
  });

  test('a list that comes in pages unasked is read whole', async () => {
    const { client } = serving({
      '': { names: ['a'], link: '<?cursor=p2>; rel="next"' },
      p2: { names: ['b'] },
    });
    expect((await client.listApps()).map(({ app_name }) => app_name)).toEqual(['a', 'b']);
    expect((await client.listApps({ limit: 1 })).map(({ app_name }) => app_name)).toEqual(['a']);
  });

  test('rejects circular pages', async () => {
    const link = '<?cursor=p2>; rel="next"';
    await expect(names({ '': { names: ['a'], link }, p2: { names: ['b'], link } })).rejects.toThrow(
      'The pages of GET /api/apps are circular: a page links back to an earlier one.',
    );
  });
});
