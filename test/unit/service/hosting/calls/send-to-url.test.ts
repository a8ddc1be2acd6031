import { describe, expect, test } from 'vitest';
import { createUrlSender } from '../../../../../src/service/hosting/calls/send-to-url.ts';
import { readBody, startHttpServer, startTcpServer } from '../../../../helpers/start-http-server.ts';

/** A forwarded request, with the test's changes. */
function forwarded(
  url: string,
  change: { method?: string; body?: Uint8Array | ReadableStream; signal?: AbortSignal } = {},
) {
  const { method = 'POST', body = null, signal = new AbortController().signal } = change;
  return {
    url: new URL(url),
    request: { method, headers: new Headers(), body, signal },
    extraHeaders: { host: 'flows' },
  };
}

function openSender(timeoutMs = 10_000) {
  const sender = createUrlSender(timeoutMs);
  return { ...sender, [Symbol.asyncDispose]: () => sender.stop() };
}

describe('a request to a self-hosted workflow', () => {
  test.each([
    ['bytes', () => Buffer.from('short')],
    ['a stream', () => new Response('short').body ?? Buffer.from('')],
  ])('carries %s, and its answer is unchanged', async (_kind, body) => {
    await using server = await startHttpServer(async (request, response) => {
      const text = await readBody(request);
      response
        .writeHead(418, { 'x-method': request.method ?? '', 'set-cookie': 'a=b' })
        .end(`${request.headers.host} ${text}`);
    });
    await using sender = openSender();
    const response = await sender.send(forwarded(`${server.url}/run`, { body: body() }));
    expect([response.status, response.headers.get('x-method'), response.headers.get('set-cookie')]).toEqual([
      418,
      'POST',
      null,
    ]);
    expect(await response.text()).toBe('flows short');
  });

  test('is not repeated elsewhere when the workflow redirects', async () => {
    const asked: unknown[] = [];
    await using server = await startHttpServer((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/other' }).end();
    });
    await using sender = openSender();
    const response = await sender.send(forwarded(`${server.url}/run`));
    expect([response.status, response.headers.get('location'), asked]).toEqual([307, '/other', ['/run']]);
  });

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
  ])('has no body when %s is answered with %d', async (method, status) => {
    await using server = await startHttpServer((_, response) => response.writeHead(status, { 'x-seen': '1' }).end());
    await using sender = openSender();
    const response = await sender.send(forwarded(server.url, { method }));
    expect([response.status, response.body, response.headers.get('x-seen')]).toEqual([status, null, '1']);
  });

  test('fails when no answer begins in time', async () => {
    await using server = await startHttpServer(() => undefined);
    await using sender = openSender(50);
    await expect(sender.send(forwarded(server.url))).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
  });

  test('ends when its caller cancels', async () => {
    const controller = new AbortController();
    await using server = await startHttpServer(() => controller.abort());
    await using sender = openSender();
    await expect(sender.send(forwarded(server.url, { signal: controller.signal }))).rejects.toThrow(/aborted/);
  });

  test('is retried when a used connection is closed', async () => {
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
    await using sender = openSender();
    // undici decides whether a call reuses an open connection.
    for (let calls = 0; seen.closed === 0 && calls < 100; calls += 1) {
      const response = await sender.send(forwarded(server.url, { method: 'GET' }));
      expect(await response.text()).toBe('ok');
    }
    expect(seen.closed).toBe(1);
  });

  test('is not retried when a new connection is closed', async () => {
    let requests = 0;
    await using server = await startTcpServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        socket.destroy();
      });
    });
    await using sender = openSender();
    await expect(sender.send(forwarded(server.url))).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(requests).toBe(1);
  });
});
