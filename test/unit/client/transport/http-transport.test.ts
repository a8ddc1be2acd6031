import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import { startHttpServer, startServer } from '../../../helpers/start-http-server.ts';
import { flattenHeaders, type Transport } from '../../../../src/client/transport/transport.ts';
import { httpTransport } from '../../../../src/client/transport/http-transport.ts';

async function get(transport: Transport, url: string): Promise<string> {
  const { signal } = new AbortController();
  const response = await transport({ method: 'GET', url: new URL(url), headers: {}, body: null, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Returns the client port of the connection; `/slow` waits until `together` requests have arrived. */
async function servePorts(together = 1) {
  const waiting: (() => void)[] = [];
  return await startHttpServer((request, response) => {
    const answer = () => response.end(String(request.socket.remotePort));
    waiting.push(answer);
    if (request.url !== '/slow' || waiting.length === together) for (const one of waiting.splice(0)) one();
  });
}

describe('httpTransport', () => {
  test('sends sequential requests over one connection', async () => {
    await using server = await servePorts();
    const transport = httpTransport({ env: {} });
    const ports = [];
    for (let count = 0; count < 3; count += 1) ports.push(await get(transport, server.url));
    expect(new Set(ports).size).toBe(1);
    await transport.close?.();
  });

  test('sends concurrent requests over separate connections', async () => {
    await using server = await servePorts(5);
    const transport = httpTransport({ env: {} });
    const ports = await Promise.all(Array.from({ length: 5 }, () => get(transport, `${server.url}/slow`)));
    expect(new Set(ports).size).toBe(5);
    await transport.close?.();
  });

  test('respects the limit of connections', async () => {
    await using server = await servePorts();
    const transport = httpTransport({ env: {}, connections: 2 });
    const ports = await Promise.all(Array.from({ length: 20 }, () => get(transport, server.url)));
    // Two of the pool, and the one of the first request.
    expect(new Set(ports).size).toBeLessThanOrEqual(3);
    await transport.close?.();
  });

  test('leaves no connection open after close', async () => {
    await using server = await servePorts();
    const transport = httpTransport({ env: {} });
    await Promise.all([get(transport, server.url), get(transport, server.url)]);
    await transport.close?.();
    await expect(get(transport, server.url)).rejects.toThrow();
  });

  test('closes even if nothing was sent', async () => {
    await expect(httpTransport({ env: {} }).close?.()).resolves.toBeUndefined();
  });

  test.each([
    ['directly', () => ({})],
    ['through a proxy', (proxy: string) => ({ HTTPS_PROXY: proxy, https_proxy: proxy })],
  ])('offers only HTTP/1.1 to a service that supports HTTP/2, %s', async (_how, envOf) => {
    const offered: string[][] = [];
    await using service = await startTlsServer(offered);
    await using proxy = await startTunnel(service.port);
    const transport = httpTransport({ env: envOf(proxy.url) });
    const host = Object.keys(envOf('')).length === 0 ? `localhost:${service.port}` : 'service.example';
    await expect(get(transport, `https://${host}/`)).rejects.toThrow(/self-signed|altnames/);
    expect(offered).toEqual([['http/1.1']]);
    await transport.close?.();
  });
});

async function startTlsServer(offered: string[][]) {
  const read = (name: string) => readFileSync(new URL(`../../../fixtures/tls/${name}`, import.meta.url));
  const options = {
    key: read('self-signed-key.pem'),
    cert: read('self-signed-cert.pem'),
    ALPNCallback: ({ protocols }: { protocols: string[] }) => {
      offered.push(protocols);
      return 'http/1.1';
    },
  };
  return await startServer(createServer(options, (_request, response) => response.end('[]')));
}

/** A proxy whose tunnels all lead to one port of this machine. */
async function startTunnel(port: number) {
  const { connect } = process.getBuiltinModule('node:net');
  const server = process.getBuiltinModule('node:http').createServer();
  server.on('connect', (_request, socket) => {
    const inner = connect(port, 'localhost', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    for (const end of [inner, socket]) end.on('error', () => undefined);
  });
  return await startServer(server);
}

test('names are in lower case, repeated values are joined, and missing ones are left out', () => {
  expect(flattenHeaders({ 'X-One': 'a', Link: ['b', 'c'], 'x-none': undefined })).toEqual({
    'x-one': 'a',
    link: 'b, c',
  });
});
