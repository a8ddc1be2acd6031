import { once } from 'node:events';
import { get } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { routeConnections } from '../../../../src/runtime/hosted/route-connections.ts';
import { tempFolder, type TempFolder } from '../../../helpers/temp-folder.ts';

const original = { connect: Reflect.get(net.Socket.prototype, 'connect') as unknown, tls: tls.connect };
let folder: TempFolder;
let relay: net.Server;
/** What each connection sent first. */
let requests: string[];
/** What the relay does after that. */
let answer: (socket: net.Socket) => void;

beforeEach(async () => {
  folder = await tempFolder();
  requests = [];
  answer = (socket) => socket.write('+');
  relay = net.createServer((socket) => {
    socket.once('data', (data) => {
      const line = data.toString('latin1').split('\n', 1)[0] ?? '';
      requests.push(line);
      answer(socket);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => relay.listen(folder.path('relay'), resolve));
  routeConnections(folder.path('relay'));
});

afterEach(async () => {
  Reflect.set(net.Socket.prototype, 'connect', original.connect);
  tls.connect = original.tls;
  syncBuiltinESMExports();
  relay.close();
  await folder[Symbol.asyncDispose]();
});

const errorOf = async (socket: net.Socket) => (await once(socket, 'error'))[0] as NodeJS.ErrnoException;

test.each<[string, () => net.Socket, string]>([
  ['options', () => net.connect({ host: 'example.com', port: 80 }), 'example.com 80'],
  ['a port', () => net.connect(80), 'localhost 80'],
  ['port and host', () => net.createConnection(443, '192.0.2.1'), '192.0.2.1 443'],
  ['an address of IPv6', () => new net.Socket().connect({ host: '[2001:db8::1]', port: 80 }), '2001:db8::1 80'],
])('a connection by %s is sent to the relay, and connects when the relay has', async (_, connect, line) => {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<net.Socket>();
  answer = ask;
  const socket = connect();
  const events: string[] = [];
  for (const name of ['connect', 'ready', 'data'])
    socket.on(name, (data?: Buffer) => events.push(`${name} ${String(data ?? '')}`));
  const asked = await isAsked;
  expect([requests, events]).toEqual([[line], []]);
  asked.write('+hello');
  await once(socket, 'data');
  expect(events).toEqual(['connect ', 'ready ', 'data hello']);
  socket.end('bye');
  expect(String((await once(asked, 'data'))[0])).toBe('bye');
  socket.destroy();
});

test('a callback is called once, when the relay has connected', async () => {
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = net.connect(80, 'example.com', () => {
    calls += 1;
    resolve();
  });
  await promise;
  socket.destroy();
  expect(calls).toBe(1);
});

test.each([
  [
    'a reason',
    ['EACCES example.com is not allowed'],
    'EACCES',
    'connect EACCES example.com:80: example.com is not allowed',
  ],
  ['a reason in parts', ['EACCES no', 't allowed'], 'EACCES', 'connect EACCES example.com:80: not allowed'],
  ['a reason with a plus', ['E', '+ sign'], 'E+', 'connect E+ example.com:80: sign'],
  ['only a code', ['ETIMEDOUT'], 'ETIMEDOUT', 'connect ETIMEDOUT example.com:80: the service closed the connection'],
  ['nothing', [], 'ECONNRESET', 'connect ECONNRESET example.com:80: the service closed the connection'],
])('a relay that answers with %s refuses the connection', async (_, parts, code, message) => {
  answer = (socket) => {
    const [first, ...rest] = parts;
    if (first === undefined) {
      socket.end();
      return;
    }
    socket.write(first);
    // A separate write of its own, so that it arrives as a part of its own.
    setImmediate(() => socket.end(rest.join('')));
  };
  const socket = net.connect(80, 'example.com');
  socket.on('connect', () => expect.fail('It is not connected.'));
  const { message: text, ...facts } = Object(await errorOf(socket)) as Error;
  const [, reason] = message.split(' example.com:80: ');
  expect({ ...facts, message: text }).toMatchObject({
    code,
    message,
    syscall: 'connect',
    destination: 'example.com:80',
    reason,
  });
  expect(socket.destroyed).toBe(true);
});

test('a connection whose buffer the caller holds is not answered', async () => {
  answer = (socket) => socket.write('plain');
  const read: string[] = [];
  const onread = {
    buffer: Buffer.alloc(16),
    callback: (size: number, buffer: Uint8Array) => read.push(Buffer.from(buffer).toString('utf8', 0, size)) > 0,
  };
  const socket = net.connect({ host: 'example.com', port: 80, onread } as net.NetConnectOpts);
  await expect.poll(() => read).toEqual(['plain']);
  expect(requests).toEqual(['example.com 80 -']);
  socket.destroy();
});

test('a path is connected directly', async () => {
  const socket = net.connect(folder.path('relay'));
  socket.write('hello\n');
  expect(String((await once(socket, 'data'))[0])).toBe('+');
  expect(requests).toEqual(['hello']);
  socket.destroy();
});

test('a request over HTTP goes through the relay', async () => {
  answer = (socket) => socket.end('+HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  const request = get('http://example.com/x');
  const [response] = await once(request, 'response');
  expect(String((await once(response, 'data'))[0])).toBe('ok');
  expect(requests).toEqual(['example.com 80']);
});

test.each<[string, () => tls.TLSSocket, string]>([
  ['options', () => tls.connect({ host: 'example.com', port: 443 }), 'example.com 443 -'],
  ['port, host and options', () => tls.connect(8443, 'example.org', { servername: 'x' }), 'example.org 8443 -'],
  ['a port', () => tls.connect(443), 'localhost 443 -'],
])('TLS by %s reads the connection itself', async (_, connect, line) => {
  answer = (socket) => socket.destroy();
  const socket = connect();
  await errorOf(socket);
  expect(requests).toEqual([line]);
});

test('TLS over a given socket, or to a path, is not sent to the relay', async () => {
  const server = net.createServer((socket) => socket.once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(folder.path('direct'), resolve));
  await errorOf(tls.connect({ path: folder.path('direct') }));
  await errorOf(tls.connect({ socket: net.connect(folder.path('direct')) }));
  expect(requests).toEqual([]);
  server.close();
});
