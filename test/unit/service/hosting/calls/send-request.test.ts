import { createAdaptorServer } from '@hono/node-server';
import { expect, test } from 'vitest';
import { sendRequest } from '../../../../../src/service/hosting/calls/send-request.ts';
import { startHttpServer } from '../../../../helpers/start-http-server.ts';

test('a short body is sent whole although the HTTP library replaced Response', async () => {
  const native = globalThis.Response;
  // Creating a server replaces it.
  createAdaptorServer({ fetch: () => new Response() });
  await using server = await startHttpServer((incoming, response) => void incoming.pipe(response));
  const { hostname, port } = new URL(server.url);
  const headers = new Headers({ 'content-length': '5' });
  const answered = await sendRequest({
    address: { hostname, port },
    path: '/',
    request: { method: 'POST', headers, body: new native('hello').body, signal: AbortSignal.timeout(20_000) },
    extraHeaders: {},
    timeoutMs: 20_000,
    onDone: () => {},
  });
  expect(await answered.text()).toBe('hello');
});
