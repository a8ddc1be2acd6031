import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { proxyFromEnv } from '../../../../src/client/transport/transport.ts';
import { httpTransport } from '../../../../src/client/transport/http-transport.ts';
import { closedPort, startHttpServer, startTcpServer } from '../../../helpers/start-http-server.ts';

const PROXY = { HTTP_PROXY: 'http://proxy:3128', HTTPS_PROXY: 'http://secure:3129' };

describe('proxyFromEnv', () => {
  test.each<[string, Record<string, string>, string | null]>([
    ['http://host/x', PROXY, 'http://proxy:3128/'],
    ['https://host/x', PROXY, 'http://secure:3129/'],
    ['http://host', { http_proxy: 'lower:1', HTTP_PROXY: 'upper:2' }, 'http://lower:1/'],
    ['http://host', {}, null],
    ['http://host', { HTTP_PROXY: '' }, null],
    ['https://host', { HTTP_PROXY: 'http://proxy' }, null],
    ['http://localhost:8000', PROXY, null],
    ['http://api.localhost', PROXY, null],
    ['http://127.0.0.1', PROXY, null],
    ['http://[::1]:80', PROXY, null],
    ['http://host', { ...PROXY, NO_PROXY: '*' }, null],
    ['http://host', { ...PROXY, no_proxy: 'other, host' }, null],
    ['http://a.host', { ...PROXY, NO_PROXY: 'host' }, null],
    ['http://a.host', { ...PROXY, NO_PROXY: '.host' }, null],
    ['http://a.host', { ...PROXY, NO_PROXY: '*.host' }, null],
    ['http://ahost', { ...PROXY, NO_PROXY: 'host' }, 'http://proxy:3128/'],
    ['http://host:81', { ...PROXY, NO_PROXY: 'host:80' }, 'http://proxy:3128/'],
    ['http://host', { ...PROXY, NO_PROXY: 'host:80' }, null],
    ['https://host', { ...PROXY, NO_PROXY: 'HOST:443' }, null],
  ])('%s by %o', (url, env, proxy) => {
    expect(proxyFromEnv(new URL(url), env)?.href ?? null).toBe(proxy);
  });

  test.each(['socks5://proxy:1080', 'http://', 'not a proxy'])('refuses %s', (address) => {
    expect(() => proxyFromEnv(new URL('http://host'), { HTTP_PROXY: address })).toThrow(
      expect.objectContaining({
        code: 'WF_INVALID_INPUT',
        message: `HTTP_PROXY is not the address of an HTTP proxy: ${JSON.stringify(address)}.`,
        nextSteps: ['Set HTTP_PROXY to an address such as http://proxy.example:3128, or unset it.'],
      }),
    );
  });
});

describe('httpTransport', () => {
  test('sends through the proxy, with its name and password', async () => {
    const asked: unknown[] = [];
    await using proxy = await startHttpServer((request, response) => {
      asked.push([request.method, request.url, request.headers['proxy-authorization']]);
      response.setHeader('content-type', 'application/json').end('[]');
    });
    const env = { HTTP_PROXY: `http://ann:secret@127.0.0.1:${proxy.port}` };
    await using client = createClient({ transport: httpTransport({ env }), baseUrl: 'http://service.invalid/api' });
    expect(await client.listApps()).toEqual([]);
    expect(asked).toEqual([
      ['GET', 'http://service.invalid/api/apps', `Basic ${Buffer.from('ann:secret').toString('base64')}`],
    ]);
  });

  test('opens a tunnel to a secure service', async () => {
    const asked: string[] = [];
    await using proxy = await startTcpServer((socket) => {
      socket.once('data', (bytes) => {
        asked.push(bytes.toString('latin1').split('\r\n', 1)[0] ?? '');
        socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const env = { HTTPS_PROXY: proxy.url };
    await using client = createClient({
      transport: httpTransport({ env }),
      baseUrl: 'https://service.invalid',
      retries: 0,
    });
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      exitCode: 6,
      message: `The proxy 127.0.0.1:${proxy.port} refused to connect to service.invalid:443.`,
    });
    expect(asked).toEqual(['CONNECT service.invalid:443 HTTP/1.1']);
  });

  test('reports that the proxy is down, not the service', async () => {
    const port = await closedPort();
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}` };
    await using client = createClient({
      transport: httpTransport({ env }),
      baseUrl: 'http://service.invalid',
      retries: 0,
    });
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      message: `The proxy 127.0.0.1:${port} refused the connection to service.invalid.`,
    });
  });

  test('reports that the proxy requires a password', async () => {
    await using proxy = await startHttpServer((_request, response) => response.writeHead(407).end());
    const env = { HTTP_PROXY: proxy.url };
    await using client = createClient({ transport: httpTransport({ env }), baseUrl: 'http://service.invalid' });
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      message: 'The proxy requires a name and a password.',
    });
  });
});
