import { expect, test } from 'vitest';
import { toWorker } from '../../../../src/runtime/targets/worker.ts';
import { ConfigManager, route } from '../../../../src/sdk/index.ts';
import { readBody, startHttpServer } from '../../../helpers/start-http-server.ts';

const post = (path: string, body: object) =>
  new Request(`http://worker${path}`, { method: 'POST', body: JSON.stringify(body) });

test('a worker answers calls, pages and unknown paths', async () => {
  const worker = toWorker({ double: route('/double', {}, ({ input }) => Number(input['n']) * 2) }, 'shop');
  const called = await worker.fetch(post('/run/double', { n: 4 }), {});
  expect([called.status, ((await called.json()) as { data: unknown }).data]).toEqual([200, 8]);
  expect((await worker.fetch(new Request('http://worker/health'), {})).status).toBe(200);
  expect((await worker.fetch(post('/other', {}), {})).status).toBe(404);
});

test('bindings that are texts name the service and the app, from the first request on', async () => {
  const asked: unknown[] = [];
  await using service = await startHttpServer(async (incoming, response) => {
    asked.push([incoming.headers.authorization, JSON.parse(await readBody(incoming))]);
    response.end('{"params":{"a":7}}');
  });
  const read = route('/read', {}, async () => await ConfigManager.getFromRoute());
  const worker = toWorker({ read }, 'shop');
  const bindings = { WF_BASE_URL: service.url, WF_API_KEY: 'secret', WF_APP: 'other', KV: { get: () => 'x' } };
  const first = await worker.fetch(post('/run/read', { config: 'bold' }), bindings);
  const second = await worker.fetch(post('/run/read', { config: 'plain' }), {});
  expect([await first.json(), await second.json()]).toMatchObject([{ data: { a: 7 } }, { data: { a: 7 } }]);
  const app = expect.objectContaining({ slug: 'other' });
  expect(asked).toMatchObject([
    ['ApiKey secret', { variant_ref: { slug: 'bold' }, application_ref: app }],
    ['ApiKey secret', { variant_ref: { slug: 'plain' }, application_ref: app }],
  ]);
});
