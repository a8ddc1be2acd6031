import { expect, test } from 'vitest';
import { startService } from '../../../helpers/start-service.ts';

test('a trailing slash changes nothing', async () => {
  await using running = await startService();
  expect(await (await running.send('GET', '/health/')).json()).toMatchObject({ status: 'ok' });
});

test('HEAD answers what GET would, without the body', async () => {
  await using running = await startService();
  const response = await running.send('HEAD', '/apps');
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'application/json',
    '',
  ]);
});

test('an unknown path answers 404 in JSON, even without a key', async () => {
  await using running = await startService();
  const response = await running.send('GET', '/nothing/here', { key: null });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ detail: 'There is nothing at /nothing/here. See /openapi.json.' });
});

test('a wrong method answers 405 and names the right ones', async () => {
  await using running = await startService();
  const response = await running.send('PATCH', '/testsets');
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, POST']);
});

test("a caller's request id is returned", async () => {
  await using running = await startService();
  const response = await running.send('GET', '/health', { headers: { 'x-request-id': 'mine-1' } });
  expect(response.headers.get('x-request-id')).toBe('mine-1');
});

test('an unverified session reads how to send a key', async () => {
  await using running = await startService();
  const response = await running.send('GET', '/apps', { key: null });
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'ApiKey']);
  expect(await response.json()).toEqual({ detail: 'A key is required: send it as "Authorization: ApiKey <key>".' });
});

test('the owner of the process needs no key and has the given role', async () => {
  await using running = await startService();
  const principal = { id: 'local', name: 'me', role: 'viewer' } as const;
  const get = await running.service.fetch(new Request('http://wf.test/profile'), { principal });
  expect(await get.json()).toMatchObject({ id: 'local', username: 'me' });
  const request = new Request('http://wf.test/apps', { method: 'POST', body: '{"app_name":"a"}' });
  expect((await running.service.fetch(request, { principal })).status).toBe(403);
});

test('bodies over their limit answer 413; bundles have a separate limit', async () => {
  await using running = await startService({ limits: { bodyBytes: 50, artifactBytes: 100 } });
  const long = { body: { app_name: 'a'.repeat(60) } };
  const big = { body: new Uint8Array(101) };
  const fits = { body: new Uint8Array(100) };
  const path = `/artifacts/${'0'.repeat(64)}`;
  const answers = [
    await running.send('POST', '/apps', long),
    await running.send('PUT', path, big),
    await running.send('PUT', path, fits),
  ];
  expect(answers.map(({ status }) => status)).toEqual([413, 413, 422]);
});

test('one answer reports all violations in path, query and body', async () => {
  await using running = await startService();
  const response = await running.send('GET', '/variants/x/revisions/first?limit=0');
  const { detail } = (await response.json()) as { detail: { loc: unknown }[] };
  expect(detail.map(({ loc }) => loc)).toEqual([['path', 'revision']]);
  const list = await running.send('GET', '/evaluations?limit=0');
  const items = ((await list.json()) as { detail: { loc: unknown }[] }).detail;
  expect(items.map(({ loc }) => loc)).toEqual([
    ['query', 'limit'],
    ['query', 'app_id'],
  ]);
});

test('a failure of the service reveals only its request id, and is reported', async () => {
  const reported: unknown[] = [];
  await using running = await startService({ onError: (error, requestId) => reported.push([error, requestId]) });
  await running.store.close();
  const response = await running.send('GET', '/apps', { headers: { 'x-request-id': 'r-1' } });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ detail: 'The service failed to answer request r-1. Its log says why.' });
  expect(reported).toEqual([[expect.any(Error), 'r-1']]);
});
