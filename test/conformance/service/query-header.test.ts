import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { inProcessTransport } from '../../helpers/in-process-transport.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';

async function openThree(): Promise<OwnWorld> {
  const world = await openWorld();
  await world.makeVariant();
  await world.makeVariant();
  return world;
}

test('parameters in the header Wf-Query are read like those of the query, which win', async () => {
  await using world = await openThree();
  const list = async (query: string, header?: string) => {
    const headers = header === undefined ? {} : { 'wf-query': header };
    const response = await world.running.send('GET', `/apps/${world.appId}/variants${query}`, { headers });
    return { status: response.status, link: response.headers.get('link'), body: await response.json() };
  };
  const asked = await list('', 'limit=2&order=desc');
  expect(asked).toEqual(await list('?limit=2&order=desc'));
  expect(asked.body).toHaveLength(2);
  expect((await list('?limit=1', 'limit=2')).body).toHaveLength(1);
  expect(await list('', 'limit=none')).toMatchObject({ status: 422 });
  expect((await list('', 'app_id=other&unknown=1')).body).toHaveLength(3);
});

test('a client that does not know the service yet pages and filters with its first request', async () => {
  await using world = await openThree();
  const { running } = world;
  const asked: string[] = [];
  const transport = inProcessTransport(async ({ method, url, headers }) => {
    const { pathname, search } = new URL(url);
    asked.push(search);
    return await running.send(method, pathname + search, { headers: Object.fromEntries(headers) });
  });
  await using client = createClient({ transport, baseUrl: running.baseUrl, credential: { key: running.keys.author } });
  const input = { app_id: world.appId, limit: 2, order: 'desc' } as const;
  const names = await Array.fromAsync(client.paginate('listAppVariants', input), ({ variant_name }) => variant_name);
  const whole = await client.listAppVariants({ app_id: world.appId });
  expect(names).toEqual(whole.map(({ variant_name }) => variant_name).toReversed());
  expect(asked).toEqual(['', expect.stringMatching(/^\?limit=2&order=desc&cursor=/), '']);
});
