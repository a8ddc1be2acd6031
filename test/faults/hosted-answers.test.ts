import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { httpTransport } from '../../src/client/transport/http-transport.ts';
import { servePeople, type ServedPeople } from '../helpers/serve-people.ts';
import { type RunningServer, startHttpServer, startTcpServer } from '../helpers/start-http-server.ts';

/** A self-hosted workflow that answers as it likes: what it sends is the path of the route. */
let workflow: RunningServer;
let raw: RunningServer;
let service: ServedPeople;

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const BOMB = gzipSync(Buffer.alloc(256 * MIB, ' '));
const PART = Buffer.alloc(MIB, 'x');

/** Sends bytes as fast as they are read, until nobody reads. */
async function flood(response: ServerResponse, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes && !response.destroyed; sent += PART.length)
    if (!response.write(PART)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  response.end();
}

const json = { 'content-type': 'application/json' };

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/failing': (response) => flood(response.writeHead(500, json), GIB),
  '/working': (response) => flood(response.writeHead(200, json), GIB),
  '/declared': (response) => flood(response.writeHead(200, { ...json, 'content-length': GIB }), GIB),
  '/text': (response) => flood(response.writeHead(200, { 'content-type': 'text/plain' }), GIB),
  '/denied': (response) => {
    response.writeHead(401, { ...json, 'www-authenticate': 'Basic' }).end('{"detail":"Not yours."}');
  },
  '/untyped': (response) => flood(response.writeHead(500), GIB),
};

/** Deploys a bundle with the same routes, and returns its address. */
async function deploy(): Promise<string> {
  const bytes = readFileSync(new URL('../fixtures/bundles/flooding.mjs', import.meta.url));
  const artifact = createHash('sha256').update(bytes).digest('hex');
  await service.sendBytes('author', 'PUT', `/artifacts/${artifact}`, bytes);
  return await createApp('flooding', { artifact_sha256: artifact });
}

/** Registers a self-hosted workflow with one route for each answer, and returns its address below the service. */
async function register(url: string): Promise<string> {
  return await createApp(`at-${new URL(url).port}`, { url });
}

async function createApp(name: string, code: { readonly url: string } | { readonly artifact_sha256: string }) {
  const created = await service.send('author', 'POST', '/apps', { app_name: name });
  const { app_id: appId } = created.body as { app_id: string }; // the schema of this endpoint
  const routes = ['/', ...Object.keys(ANSWERS)].map((path) => ({ path, name: path, ...NO_SCHEMAS }));
  const deployment = { variant_name: 'default', ...code, routes, sdk_version: '0.1.0' };
  const { status, body } = await service.send('author', 'POST', `/apps/${appId}/deployments`, deployment);
  expect([status, body]).toEqual([200, expect.anything()]);
  return `/services/${appId}/default`;
}

const NO_SCHEMAS = { config: { type: 'object' }, input: { type: 'object' }, output: null, defaults: {} };

let address: string;
let rawAddress: string;
let bundled: string;

beforeAll(async () => {
  workflow = await startHttpServer((request, response) => {
    const path = String(request.url).replace('/run', '');
    if (path === '/bomb')
      response.writeHead(200, { ...json, 'content-encoding': 'gzip', 'content-length': BOMB.length }).end(BOMB);
    else void ANSWERS[path]?.(response);
  });
  raw = await startTcpServer((socket) => {
    socket.on('data', (head: Buffer) => {
      const [, answer = ''] = /^\w+ \/run\?(\S+)/.exec(head.toString()) ?? [];
      socket.end(`HTTP/1.1 ${decodeURIComponent(answer)}\r\n\r\n`);
    });
  });
  service = await servePeople(['--allow-egress', '127.0.0.1']);
  address = await register(workflow.url);
  rawAddress = await register(raw.url);
  bundled = await deploy();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await workflow[Symbol.asyncDispose]();
  await raw[Symbol.asyncDispose]();
});

/** The most memory that the service has ever had, in MiB. */
function peakOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function call(path: string, more: Readonly<Record<string, string>> = {}): Promise<Response> {
  const headers = { ...more, authorization: `ApiKey ${service.keyOf('viewer')}`, 'content-type': 'application/json' };
  return await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers,
    body: '{"config":"default"}',
    redirect: 'manual',
  });
}

/** Reads an answer, however it ends. */
async function read(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { status, body } = await call(path, headers);
  let [length, text] = [0, ''];
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      text = Buffer.from(chunk).toString();
    }
  } catch {
    return [status, length <= 64 * MIB, 'broken off'];
  }
  return [status, length <= 64 * MIB, (JSON.parse(text) as { detail: unknown }).detail];
}

/** The service holds all that it does here in less: it had 3.2 GB when it read such an answer whole. */
const MOST_MIB = 450;

describe('an answer of a gigabyte is not read whole', () => {
  const tooLong = (limit: string) => `The workflow at ${workflow.url} answered with more than ${limit}.`;
  const json = 'JSON without a Content-Length';

  test.each([
    ['/failing', 502, `10 MiB of ${json}`],
    ['/working', 502, `10 MiB of ${json}`],
    ['/declared', 502, '64 MiB'],
    ['/text', 200, null],
    ['/untyped', 500, null],
  ])('%s answers %i', async (path, status, limit) => {
    const said = limit === null ? 'broken off' : tooLong(limit);
    expect(await read(`${address}/run${path}`)).toEqual([status, true, said]);
    expect(peakOf(service.pid)).toBeLessThan(MOST_MIB);
  });

  // A caller that accepts events is answered over the socket of the bundle's process.
  test.each([
    ['/failing', 502, `10 MiB of ${json}`, 'text/event-stream'],
    ['/working', 502, `10 MiB of ${json}`, 'text/event-stream'],
    ['/text', 200, null, 'text/event-stream'],
    ['/working', 502, '64 MiB', 'application/json'],
  ])('nor is one of a deployed bundle: %s answers %i', async (path, status, limit, accept) => {
    const said = limit === null ? 'broken off' : `The workflow of app "flooding" answered with more than ${limit}.`;
    expect(await read(`${bundled}/run${path}`, { accept })).toEqual([status, true, said]);
    expect(peakOf(service.pid)).toBeLessThan(MOST_MIB);
  });

  test('nor are twenty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(`${address}/run/failing`)));
    // What all answers may hold together goes to the first of them.
    for (const [status, , said] of answers) expect([502, 503, said]).toContain(status);
    expect(peakOf(service.pid)).toBeLessThan(MOST_MIB);
  });

  test('nor is a compressed one that a caller names, which is counted as it unfolds', async () => {
    const endpoint = { endpoint: `${workflow.url}/bomb`, testset_name: 'b' };
    const { status, body } = await service.send('author', 'POST', '/testsets/endpoint', endpoint);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('is larger than 1048576 bytes')]);
    expect(peakOf(service.pid)).toBeLessThan(MOST_MIB);
  });
});

describe('the head of an answer', () => {
  const answered = async (head: string) => {
    const response = await call(`${rawAddress}/run?${encodeURIComponent(head)}`);
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    return { status: response.status, headers: response.headers, detail };
  };
  const subject = () => `The workflow at ${raw.url}`;

  test.each([
    ['999 Odd', 'answered with status 999; 200 to 599 are allowed.'],
    ['600 Odd', 'answered with status 600; 200 to 599 are allowed.'],
    ['99 Odd', 'did not answer with HTTP, or switched to another protocol.'],
    [`200 OK\r\nx-own: ${'a'.repeat(9000)}`, 'answered with more than 64 headers, or 8,192 characters of them.'],
    [`200 OK${'\r\nx-own: 1'.repeat(500)}`, null],
  ])('%.12s is that call alone', async (head, said) => {
    const { status, detail } = await answered(head);
    expect([status, detail]).toEqual(said === null ? [200, undefined] : [502, `${subject()} ${said}`]);
  });

  test.each(['101 Switching Protocols', '199 Odd'])('%s ends as a 502', async (head) => {
    expect(await answered(head)).toMatchObject({ status: 502, detail: expect.stringContaining(subject()) as string });
  });

  test('of a 401 is to the client a failure of the workflow, which signs nobody out', async () => {
    await using client = createClient({
      transport: httpTransport({ env: {} }),
      baseUrl: service.url,
      credential: { key: service.keyOf('viewer'), form: 'apikey' },
    });
    const [, , app = '', variant = ''] = address.split('/');
    await expect(
      client.callRoute({ app, variant, path: '/run/denied', body: { config: 'default' } }),
    ).rejects.toMatchObject({
      code: 'WF_ROUTE_FAILED',
      message: 'The workflow failed: Not yours.',
    });
    expect((await service.send('viewer', 'GET', '/apps')).status).toBe(200);
  });

  test('has what is about the answer, and nothing that a browser applies to the whole service', async () => {
    const own = ['etag: "1"', 'x-own: yes', 'retry-after: 3'];
    const others = ['clear-site-data: "*"', 'www-authenticate: Basic', 'location: /keys', 'set-cookie: a=b'];
    const { status, headers } = await answered(['401 No', ...own, ...others].join('\r\n'));
    expect(status).toBe(401);
    for (const [name, value] of own.map((line) => line.split(': '))) expect(headers.get(name ?? '')).toBe(value);
    for (const [name] of others.map((line) => line.split(': '))) expect(headers.get(name ?? '')).toBe(null);
  });
});
