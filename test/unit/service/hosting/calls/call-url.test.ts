import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
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
