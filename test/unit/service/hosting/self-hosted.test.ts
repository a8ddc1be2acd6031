import { describe, expect, test } from 'vitest';
import { askHealth } from '../../../../src/service/hosting/calls/ask-route.ts';
import type { HostedAnswer, HostedQuestion, Hosting } from '../../../../src/service/hosting/hosting.ts';
import { startHosting } from '../../../helpers/start-hosting.ts';
import { closedPort, readBody, startHttpServer, startTcpServer } from '../../../helpers/start-http-server.ts';

/** A workflow that runs at an address of its own. */
const at = (url: string) => ({ id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: null, url });

describe('a call of a self-hosted workflow', () => {
  test.each<[string, string | null, () => BodyInit | null]>([
    ['bytes', null, () => 'short'],
    ['a stream', 'r9', () => new Response('short').body],
  ])('carries %s below its address, with the pinned revision %s and no credentials', async (_, revision, body) => {
    await using host = await startHosting();
    await using self = await startHttpServer(async (request, response) => {
      const { host: named, authorization, 'wf-revision': pinned } = request.headers;
      const seen = [request.method, request.url, named, authorization, pinned, await readBody(request)];
      response.writeHead(418, { 'x-own': 'yes', 'set-cookie': 'a=b' }).end(JSON.stringify(seen));
    });
    const headers = { authorization: 'ApiKey secret', 'wf-revision': 'forged' };
    // Fetch requires `duplex` for a stream; the type of the DOM does not know it.
    const init = { method: 'POST', headers, body: body(), duplex: 'half' } as RequestInit;
    const response = await host.call(at(`${self.url}/flows/`), '/run/x?inline=true', init, revision ?? undefined);
    expect([response.status, response.headers.get('x-own'), response.headers.get('set-cookie')]).toEqual([
      418,
      'yes',
      null,
    ]);
    const named = new URL(self.url).host;
    expect(await response.json()).toEqual(['POST', '/flows/run/x?inline=true', named, null, revision, 'short']);
  });

  test('is not repeated elsewhere when the workflow redirects', async () => {
    await using host = await startHosting();
    const asked: unknown[] = [];
    await using self = await startHttpServer((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/other' }).end();
    });
    const response = await host.call(at(self.url), '/run', { method: 'POST' });
    expect([response.status, response.headers.get('location'), asked]).toEqual([307, null, ['/run']]);
  });

  test('answers 502 when nothing listens', async () => {
    await using host = await startHosting();
    const url = `http://127.0.0.1:${await closedPort()}`;
    const closed = await host.call(at(url), '/run');
    const detail = expect.stringContaining(`The workflow at ${url} could not be reached: `) as string;
    expect([closed.status, await closed.json()]).toEqual([502, { detail }]);
  });

  test('answers 504 when no answer comes in time', async () => {
    await using host = await startHosting({ limits: { callTimeoutMs: 10 } });
    await using silent = await startHttpServer(() => undefined);
    const late = await host.call(at(silent.url), '/run');
    const detail = `The workflow at ${silent.url} did not answer within 0.01 s.`;
    expect([late.status, await late.json()]).toEqual([504, { detail }]);
  });

  test('is retried when a used connection is closed', async () => {
    await using host = await startHosting();
    const seen = { closed: 0 };
    await using server = await startTcpServer((socket) => {
      let answered = 0;
      socket.on('data', () => {
        answered += 1;
        if (answered === 1) return void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        seen.closed += 1;
        return void socket.destroy();
      });
    });
    // undici decides whether a call reuses an open connection.
    for (let calls = 0; seen.closed === 0 && calls < 100; calls += 1) {
      expect(await (await host.call(at(server.url), '/')).text()).toBe('ok');
    }
    expect(seen.closed).toBe(1);
  });

  test('is not retried when a new connection is closed', async () => {
    await using host = await startHosting();
    let requests = 0;
    await using server = await startTcpServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        socket.destroy();
      });
    });
    expect([(await host.call(at(server.url), '/')).status, requests]).toEqual([502, 1]);
  });
});

describe('a question of an evaluation', () => {
  const questionOf = (url: string, signal = new AbortController().signal): HostedQuestion => ({
    deployment: at(url),
    path: '/run',
    revisionId: 'r-1',
    body: '{"a":"ä"}',
    signal,
  });

  test('is posted as JSON', async () => {
    await using host = await startHosting();
    await using self = await startHttpServer(async (request, response) => {
      const { 'content-type': type, 'wf-revision': pinned } = request.headers;
      const seen = [request.method, request.url, type, pinned, await readBody(request)];
      response.writeHead(429, { 'retry-after': '3' }).end(JSON.stringify(seen));
    });
    const answer = await host.hosting.ask(questionOf(self.url));
    expect([answer.status, answer.retryAfter, JSON.parse(answer.text)]).toEqual([
      429,
      '3',
      ['POST', '/run', 'application/json', 'r-1', '{"a":"ä"}'],
    ]);
  });

  test('has no answer when its caller leaves in the middle', async () => {
    await using host = await startHosting();
    const leaving = new AbortController();
    await using self = await startHttpServer((_, response) => {
      response.write('{"da', () => leaving.abort(new Error('enough')));
    });
    await expect(host.hosting.ask(questionOf(self.url, leaving.signal))).rejects.toThrow('enough');
  });

  test('with an answer of more than 10 MiB gets the reason', async () => {
    const most = 10 * 1024 * 1024;
    await using host = await startHosting();
    await using self = await startHttpServer((request, response) => {
      const text = 'x'.repeat(Number(request.url?.slice('/run/'.length)));
      response.writeHead(200, { 'retry-after': '3', 'content-length': text.length }).end(text);
    });
    const ask = (length: number) => host.hosting.ask({ ...questionOf(self.url), path: `/run/${length}` });
    expect((await ask(most)).text).toHaveLength(most);
    expect(await ask(most + 1)).toEqual({
      status: 502,
      text: '{"detail":"The answer is longer than the 10 MiB that an evaluation stores."}',
      retryAfter: null,
      shouldRetry: false,
    });
  });
});

test.each([
  [200, true],
  [404, true],
  [499, true],
  [500, false],
  [503, false],
])('a workflow that answers %d is healthy: %s', async (status, isHealthy) => {
  const answer: HostedAnswer = { status, text: 'no', retryAfter: null };
  const hosting: Pick<Hosting, 'ask'> = { ask: async () => await Promise.resolve(answer) };
  const { signal } = new AbortController();
  // Only `ask` is used.
  expect(await askHealth(hosting as Hosting, at('http://h'), signal)).toEqual(
    isHealthy ? { status: 200, text: '{"status":"ok"}', retryAfter: null } : answer,
  );
});
