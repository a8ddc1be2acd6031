import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createUrlCaller } from '../../../../../src/service/hosting/calls/call-url.ts';
import { startHttpServer } from '../../../../helpers/start-http-server.ts';
import { startHosting } from '../../../../helpers/start-hosting.ts';

describe('a self-hosted deployment', () => {
  test('is called at its address, under its path', async () => {
    await using host = await startHosting();
    await using self = await startSelfHosted();
    const response = await host.call({ ...SELF, url: `${self.url}/flows/` }, '/run/x?inline=true', {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'ApiKey secret' },
    });
    expect(await response.json()).toEqual({ url: '/flows/run/x?inline=true', authorization: null });
  });

  test('that does not listen answers 502', async () => {
    await using host = await startHosting();
    const response = await host.call({ ...SELF, url: 'http://127.0.0.1:1' }, '/run');
    expect(response.status).toBe(502);
    expect((await response.json()).detail).toMatch(/^The workflow at http:\/\/127\.0\.0\.1:1 could not be reached: /);
  });
});

const SELF = { id: 'deployment-1', app_id: 'app-1', app_name: 'support', artifact_sha256: null };

async function startSelfHosted() {
  const server = createServer(({ url, headers }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url, authorization: headers.authorization ?? null }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Calls a server that answers with the headers it got, or not at all. */
async function callServer(revisionId: string | null, { isSilent = false, timeoutMs = 20_000 } = {}) {
  const server = await startHttpServer(({ headers }, response) => {
    if (!isSilent) response.end(JSON.stringify({ host: headers.host, revision: headers['wf-revision'] ?? null }));
  });
  const { call, stop } = createUrlCaller(timeoutMs, null);
  onTestFinished(async () => {
    await stop();
    await server[Symbol.asyncDispose]();
  });
  const { signal } = new AbortController();
  const request = { method: 'GET', headers: new Headers({ 'wf-revision': 'forged' }), signal, body: null };
  const answer = call(
    { deployment: { ...SELF, url: server.url }, path: '/run', revisionId, request },
    new URL(server.url),
  );
  return { answer, url: server.url, host: new URL(server.url).host };
}

test.each([null, 'r9'])('a call names its host, and the revision that is pinned: %j', async (revision) => {
  const { answer, host } = await callServer(revision);
  expect(await (await answer).json()).toEqual({ host, revision });
});

test('a workflow that does not answer in time fails the call', async () => {
  const { answer, url } = await callServer(null, { isSilent: true, timeoutMs: 10 });
  await expect(answer).rejects.toMatchObject({
    status: 504,
    message: `The workflow at ${url} did not answer within 0.01 s.`,
  });
});

test('a caller that was never called stops', async () => {
  await expect(createUrlCaller(10, null).stop()).resolves.toBeUndefined();
});
