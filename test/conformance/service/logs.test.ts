import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { inProcessTransport } from '../../helpers/in-process-transport.ts';
import type { LogLine } from '../../../src/contract/deployments/deployment.ts';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import type { World } from '../../helpers/service-world.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { extended } from '../../helpers/extended.ts';

const line = (text: string) => ({ at: '2026-11-20T12:00:00.000Z', stream: 'stdout', text }) as const;
const write = async ({ appId, running }: World, ...texts: string[]) =>
  await appendLogs(running.store.db, appId, texts.map(line));
const texts = (lines: readonly LogLine[]) => lines.map(({ text }) => text);

test('are listed oldest first, or only the newest', async () => {
  await using world = await openWorld();
  await write(world, 'a', 'b', 'c\u0000');
  expect(texts(await world.call('listLogs', { app_id: world.appId }))).toEqual(['a', 'b', 'c\uFFFD']);
  expect(texts(await world.call('listLogs', { app_id: world.appId, tail: 2 }))).toEqual(['b', 'c\uFFFD']);
});

test('name the request whose call wrote them, and can be read by it', async () => {
  await using world = await openWorld();
  const origin = { requestId: 'req-1', variant: 'default', revision: 3, environment: 'production' };
  await appendLogs(world.running.store.db, world.appId, [
    line('starting'),
    { ...line('mine'), origin },
    { ...line('theirs'), origin: { ...origin, requestId: 'req-2', revision: null, environment: null } },
  ]);
  const read = async (input: object) => await world.call('listLogs', { app_id: world.appId, ...input });
  const ran = { variant: 'default', revision: 3, environment: 'production' };
  expect(await read({ request_id: 'req-1' })).toEqual([
    expect.objectContaining({ text: 'mine', request_id: 'req-1', ...ran }),
  ]);
  expect((await read({})).map(({ request_id, revision }) => [request_id, revision])).toEqual([
    [null, null],
    ['req-1', 3],
    ['req-2', null],
  ]);
  expect(texts(await read({ request_id: 'req-2', tail: 10 }))).toEqual(['theirs']);
  expect(await read({ request_id: 'unknown' })).toEqual([]);
});

test('are of one app', async () => {
  await using world = await openWorld();
  await write(world, 'a');
  const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
  expect(await world.call('listLogs', { app_id })).toEqual([]);
});

test('contain the last ten thousand lines', async () => {
  await using world = await openWorld();
  const numbered = Array.from({ length: 10_100 }, (_, index) => String(index));
  for (let start = 0; start < numbered.length; start += 500) await write(world, ...numbered.slice(start, start + 500));
  expect(texts(await world.call('listLogs', { app_id: world.appId }))).toEqual(numbered.slice(100));
});

test('are followed from the last lines until the caller disconnects', async () => {
  await using world = await openWorld();
  await write(world, 'old', 'last');
  const { service, keys } = world.running;
  const transport = inProcessTransport((request) => service.fetch(request));
  await using client = createClient({ transport, baseUrl: 'http://wf.test', credential: { key: keys.author } });
  const leaving = new AbortController();
  const seen: string[] = [];
  const following = (await extended(client)).followLogs({ app_id: world.appId, tail: 1 }, { signal: leaving.signal });
  try {
    for await (const { text } of following) {
      seen.push(text);
      if (text === 'last') await write(world, 'new', 'newer');
      if (text === 'newer') leaving.abort();
    }
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  }
  expect(seen).toEqual(['last', 'new', 'newer']);
});

test('of an unknown app answer 404, followed or not', async () => {
  await using world = await openWorld();
  for (const accept of ['application/json', 'text/event-stream']) {
    const response = await world.running.send('GET', `/apps/${world.baseId}/logs`, { headers: { accept } });
    expect(response.status).toBe(404);
  }
});
