import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEgressRules } from '../../../../src/service/egress/egress-rules.ts';
import { type Relay, startRelay } from '../../../../src/service/egress/start-relay.ts';
import { closedPort, type RunningServer, startHttpServer } from '../../../helpers/start-http-server.ts';
import { tempFolder, type TempFolder } from '../../../helpers/temp-folder.ts';

const ANY = { take: () => null, leave: () => {} };

let folder: TempFolder;
let server: RunningServer;
let relay: Relay;
/** Allowed, and nothing listens there. */
let closed: number;
const refusals: string[] = [];

beforeAll(async () => {
  folder = await tempFolder();
  server = await startHttpServer((request, response) => response.end(`heard ${request.url}`));
  closed = await closedPort();
  const rules = createEgressRules([`127.0.0.1:${server.port}`, `127.0.0.1:${closed}`]);
  relay = await startRelay({
    path: folder.path('net'),
    rules,
    places: ANY,
    onRefused: (reason) => refusals.push(reason),
  });
});

afterAll(async () => {
  relay.close();
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function send(...parts: string[]): Promise<string> {
  const socket = connect(folder.path('net'));
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  return await text(socket);
}

const GET = 'GET /a HTTP/1.0\r\n\r\n';

test('what follows the destination goes there, and its answer comes back', async () => {
  expect(await send(`127.0.0.1 ${server.port}\n${GET}`)).toMatch(/^\+HTTP\/1\.1 200 OK[\s\S]+heard \/a$/);
  expect(await send('127.0.', `0.1 ${server.port} -`, '\n', GET)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+heard \/a$/);
});

test('an address that the rules refuse is not connected to, whatever its spelling', async () => {
  for (const [host, port] of [
    ['127.0.0.1', 9],
    ['localhost', 9],
    ['::1', server.port],
    ['169.254.169.254', 80],
  ]) {
    expect(await send(`${host} ${port}\n${GET}`)).toMatch(/^EACCES the workflow may not connect to .+--allow-egress/);
    expect(refusals.pop()).toContain(`${host}:${port}`);
    expect(await send(`${host} ${port} -\n${GET}`)).toBe('');
  }
});

test('a failed connection says why', async () => {
  expect(await send(`127.0.0.1 ${closed}\n`)).toBe('ECONNREFUSED the connection failed');
});

test.each([
  '\n',
  ' x 80\n',
  'x\n',
  'two hosts 80\n',
  'x 0\n',
  'x 123456\n',
  'x 65536\n',
  'x 1 2\n',
  'x'.repeat(300),
  'a/b 80\n',
  'a\r 80\n',
])('the destination %j is not answered', async (line) => {
  expect(await send(line)).toBe('');
});

test('its connections end with it', async () => {
  const other = await startRelay({ path: folder.path('other'), rules: () => true, places: ANY, onRefused: () => {} });
  const socket = connect(folder.path('other'));
  await once(socket, 'connect');
  other.close();
  await once(socket.resume(), 'close');
});
