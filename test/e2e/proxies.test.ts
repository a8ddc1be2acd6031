import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../helpers/start-http-server.ts';
import { runWf } from '../helpers/run-wf.ts';

const TLS = resolve('test/fixtures/tls');
const CA = `${TLS}/private-ca.pem`;
/** No name server knows it: only a proxy leads there. */
const SERVICE = 'https://wf.test';
const CREDENTIALS = 'ana:s3cret word';

let service: RunningServer;
let proxy: RunningServer;
/** What the proxy was asked for: `wf.test:443`, or its refusal. */
let tunnels: string[] = [];

beforeAll(async () => {
  const tls = { key: readFileSync(`${TLS}/wf-test-key.pem`), cert: readFileSync(`${TLS}/wf-test-cert.pem`) };
  service = await startServer(
    createTlsServer(tls, (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify([{ app_id: 'app-1', app_name: 'behind-the-proxy' }]));
    }),
  );
  const server = createHttpServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, socket) => {
    const isKnown = headers['proxy-authorization'] === `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`;
    tunnels.push(isKnown ? url : `refused ${url}`);
    socket.on('error', () => undefined);
    if (!isKnown) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const far = connect(service.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(far).pipe(socket);
    });
    return far.on('error', () => socket.destroy());
  });
  proxy = await startServer(server);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function listApps(env: Readonly<Record<string, string>>) {
  tunnels = [];
  const { stdout, stderr, exitCode } = await runWf(['apps', 'list', '--jq', '.[].app_name', '--base-url', SERVICE], {
    env: { WF_API_KEY: 'key', ...env },
  });
  return { stdout, stderr, exitCode, tunnels };
}

const withCredentials = () => `http://ana:s3cret%20word@127.0.0.1:${proxy.port}`;

test.each(['HTTPS_PROXY', 'https_proxy'])(
  'a service behind a proxy with a private certificate authority is reached by %s',
  async (name) => {
    expect(await listApps({ [name]: withCredentials(), NODE_EXTRA_CA_CERTS: CA })).toEqual({
      stdout: 'behind-the-proxy\n',
      stderr: '',
      exitCode: 0,
      tunnels: ['wf.test:443'],
    });
  },
);

test('without the authority, the certificate is refused, and the message names the variable', async () => {
  const run = await listApps({ HTTPS_PROXY: withCredentials() });
  expect(run).toMatchObject({ stdout: '', exitCode: 6 });
  expect(run.stderr).toContain('NODE_EXTRA_CA_CERTS');
});

test('a proxy that refuses the credentials is named, and they are not shown', async () => {
  const run = await listApps({ HTTPS_PROXY: `http://ana:wrong@127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS: CA });
  expect(run).toMatchObject({ stdout: '', exitCode: 6 });
  expect(run.tunnels[0]).toBe('refused wf.test:443');
  expect(JSON.parse(run.stderr).error.message).toContain('The proxy requires a name and a password');
  expect(run.stderr).not.toContain('wrong');
});

test('a host of NO_PROXY is reached directly', async () => {
  const run = await listApps({ HTTPS_PROXY: withCredentials(), NO_PROXY: '.test', NODE_EXTRA_CA_CERTS: CA });
  expect(run).toMatchObject({ exitCode: 6, tunnels: [] });
});
