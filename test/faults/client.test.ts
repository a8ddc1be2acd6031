import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { describe, expect, test, vi } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { inProcessTransport } from '../helpers/in-process-transport.ts';
import type { Transport } from '../../src/client/transport/transport.ts';
import { httpTransport } from '../../src/client/transport/http-transport.ts';
import { UserError } from '../../src/foundation/errors/wf-error.ts';
import { type FakeClock, fakeClock } from '../helpers/fake-clock.ts';
import { closedPort, startHttpServer, startServer, startTcpServer } from '../helpers/start-http-server.ts';

/** Fails the first time, so that each message appears as without retries. */
function connect(transport: Transport, baseUrl: string, clock: FakeClock = fakeClock()) {
  return createClient({ transport, baseUrl, timeoutMs: 30_000, retries: 0, _internal: { clock } });
}

describe('a service that', () => {
  const transport = () => httpTransport({ env: {} });

  test('refuses connections is named with its port', async () => {
    const port = await closedPort();
    await using client = connect(transport(), `http://127.0.0.1:${port}/api`);
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      exitCode: 6,
      status: null,
      message: `No service listens at 127.0.0.1:${port}: the connection was refused.`,
      nextSteps: [`wf serve --port ${port}`, 'wf config list'],
    });
  });

  test('refuses on every address of a name is reported by its name', async () => {
    const port = await closedPort();
    await using client = connect(transport(), `http://localhost:${port}`);
    await expect(client.listApps()).rejects.toThrow(`No service listens at localhost:${port}`);
  });

  test('has no address is reported by its host', async () => {
    using _ = forgetNames();
    await using client = connect(transport(), 'http://service.invalid');
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      message: 'The name service.invalid does not resolve to an address.',
      nextSteps: ['wf config list', 'wf api GET /health --base-url http://service.invalid'],
    });
  });

  test('hangs before it answers is abandoned at the time limit', async () => {
    const clock = fakeClock();
    await using server = await startHttpServer(() => clock.elapse(30_000));
    await using client = connect(transport(), server.url, clock);
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_TIMEOUT',
      exitCode: 6,
      message: `127.0.0.1:${server.port} did not complete its response within 30 s.`,
      nextSteps: expect.arrayContaining(['Add --timeout 120']),
    });
  });

  test('hangs during its answer is abandoned at the time limit', async () => {
    const clock = fakeClock();
    await using server = await startHttpServer((_request, response) => {
      response.write('[', () => clock.elapse(30_000));
    });
    await using client = connect(transport(), server.url, clock);
    await expect(client.listApps()).rejects.toMatchObject({ code: 'WF_TIMEOUT' });
  });

  test('answers just before the time limit succeeds', async () => {
    const clock = fakeClock();
    await using server = await startHttpServer((_request, response) => {
      clock.elapse(29_999);
      response.end('[]');
    });
    await using client = connect(transport(), server.url, clock);
    expect(await client.listApps()).toEqual([]);
  });

  test('hangs is abandoned at once when the caller cancels', async () => {
    const controller = new AbortController();
    await using server = await startHttpServer(() => controller.abort());
    await using client = connect(transport(), server.url);
    await expect(client.listApps({}, { signal: controller.signal })).rejects.toMatchObject({
      code: 'WF_INTERRUPTED',
      exitCode: 130,
      message: `Interrupted while waiting for 127.0.0.1:${server.port}.`,
    });
  });

  test('closes before it answers is reported as such', async () => {
    await using server = await startTcpServer((socket) => socket.once('data', () => socket.destroy()));
    await using client = connect(transport(), server.url);
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      message: `127.0.0.1:${server.port} closed the connection before it responded.`,
    });
  });

  test.each([
    ['a length it does not keep', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{"app_id":'],
    ['chunks without an end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[{"ap\r\n'],
  ])('closes during its answer, with %s, is reported as such', async (_kind, bytes) => {
    await using server = await startTcpServer((socket) => socket.once('data', () => socket.end(bytes)));
    await using client = connect(transport(), server.url);
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      exitCode: 6,
      message: `127.0.0.1:${server.port} closed the connection in the middle of the response.`,
    });
  });

  test.each([
    ['a byte at a time', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]', 1],
    ['without a length, until it closes', 'HTTP/1.1 200 OK\r\n\r\n[]', 100],
    [
      'after early hints',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]',
      100,
    ],
    [
      'in chunks with a trailer',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1;x=y\r\n]\r\n0\r\nX-Sum: 1\r\n\r\n',
      7,
    ],
    [
      'with folded white space and a header twice',
      'HTTP/1.1 200 OK\r\nVary:  a \r\nVary: b\r\nContent-Length:2\r\n\r\n[]',
      3,
    ],
  ])('answers %s is understood', async (_how, bytes, size) => {
    await using server = await startTcpServer((socket) => {
      socket.once('data', async () => {
        for (let start = 0; start < bytes.length; start += size) {
          await new Promise((sent) => socket.write(bytes.slice(start, start + size), sent));
        }
        socket.end();
      });
    });
    await using client = connect(transport(), server.url);
    expect(await client.listApps()).toEqual([]);
  });

  test('exchanges large bodies gets and sends all of them', async () => {
    const text = 'wörter, '.repeat(1_000_000);
    await using server = await startHttpServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      request.pipe(response);
    });
    await using client = connect(transport(), server.url);
    const answer = await client.request({ method: 'POST', path: '/echo', body: JSON.stringify({ text }) });
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.bytes).toString()).toBe(JSON.stringify({ text }));
  });

  test('does not speak HTTP is reported as such', async () => {
    await using server = await startTcpServer((socket) => socket.once('data', () => socket.end('220 mail ready\r\n')));
    await using client = connect(transport(), server.url);
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      message: `What listens at 127.0.0.1:${server.port} does not speak HTTP.`,
    });
  });

  test('signs its own certificate is not trusted', async () => {
    await using server = await startTlsServer();
    await using client = connect(transport(), `https://localhost:${server.port}`);
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      message: `The secure connection to localhost:${server.port} failed: its certificate is self-signed and not trusted on this machine.`,
      nextSteps: expect.arrayContaining([expect.stringContaining('NODE_EXTRA_CA_CERTS')]),
    });
  });

  test('does not speak TLS is reported as such', async () => {
    await using server = await startHttpServer((_request, response) => response.end('[]'));
    await using client = connect(transport(), `https://127.0.0.1:${server.port}`);
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      message: expect.stringContaining(
        `The secure connection to 127.0.0.1:${server.port} failed: the server does not use TLS`,
      ),
    });
  });

  test('speaks only TLS is reported as such', async () => {
    await using server = await startTlsServer();
    await using client = connect(transport(), server.url);
    await expect(client.listApps()).rejects.toMatchObject({ code: 'WF_UNREACHABLE', exitCode: 6 });
  });

  test('answers endlessly is cut at the size limit', async () => {
    await using server = await startHttpServer((_request, response) => {
      // After the caller has disconnected, each write fails at once.
      const more = (error?: Error | null): void => {
        if (error == null) response.write('[1,'.repeat(1000), more);
      };
      more();
    });
    const client = createClient({ transport: transport(), baseUrl: server.url, retries: 0, maxAnswerBytes: 100_000 });
    await expect(client.listApps()).rejects.toThrow('is too large to hold in memory');
    await client.close();
  });

  test('answers a web page with 200, 404 or 502 is not accepted as data', async () => {
    const page = '<!DOCTYPE html><html><head><title>Welcome to nginx!</title></head></html>';
    const messages = [];
    for (const status of [200, 404, 502]) {
      await using server = await startHttpServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html' }).end(page);
      });
      await using client = connect(transport(), server.url);
      const error = await client.listApps().catch((thrown: unknown) => thrown);
      messages.push(String(error).replaceAll(server.url, 'URL'));
    }
    expect(messages).toEqual([
      'ServiceError: The service did not return a list of apps: the response is a web page (GET URL/apps).',
      'ServiceError: URL has no GET /apps; its base URL may lack a path such as /api.',
      'ServiceError: URL answered GET /apps with 502: Welcome to nginx!',
    ]);
  });

  test('fails once and then answers is retried silently', async () => {
    let connections = 0;
    await using server = await startTcpServer((socket) => {
      connections += 1;
      const first = connections === 1;
      socket.once('data', () =>
        first ? socket.destroy() : socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'),
      );
    });
    const clock = fakeClock(10_000);
    await using client = createClient({ transport: transport(), baseUrl: server.url, _internal: { clock } });
    expect(await client.listApps()).toEqual([]);
    expect(connections).toBe(2);
  });
});

/** No name has an address meanwhile; the machine's name servers are not asked. */
function forgetNames(): Disposable {
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
  return vi.spyOn(dns, 'lookup').mockImplementation((...given: unknown[]) => {
    // The callback is the last argument.
    const answer = given.at(-1) as (failure: Error) => void;
    process.nextTick(answer, error);
  });
}

async function startTlsServer() {
  const read = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url));
  const options = { key: read('self-signed-key.pem'), cert: read('self-signed-cert.pem') };
  return await startServer(createServer(options, (_request, response) => response.end('[]')));
}

describe('in process, a service that', () => {
  test('never answers is abandoned at the time limit, even if it ignores its signal', async () => {
    const clock = fakeClock();
    const transport = inProcessTransport(() => {
      queueMicrotask(() => clock.elapse(30_000));
      return new Promise(() => undefined);
    });
    await expect(connect(transport, 'http://embedded.invalid', clock).listApps()).rejects.toMatchObject({
      code: 'WF_TIMEOUT',
    });
  });

  test('fails unexpectedly is reported as our bug', async () => {
    const transport = inProcessTransport(() => Promise.reject(new TypeError('x is not a function')));
    await expect(connect(transport, 'http://embedded.invalid').listApps()).rejects.toMatchObject({
      code: 'WF_BUG',
      message: 'The embedded service failed.',
    });
  });

  test('throws one of our errors passes it on unchanged', async () => {
    const broken = new UserError({ code: 'WF_DATABASE', message: 'The database file is damaged.' });
    const transport = inProcessTransport(() => Promise.reject(broken));
    await expect(connect(transport, 'http://embedded.invalid').listApps()).rejects.toBe(broken);
  });
});
